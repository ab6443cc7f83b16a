"""First names from many languages, in lower case and without accents.

They are the only training data of a tiny language model. The list was written for this course.
"""

_WRITTEN = """
    ada adela adina adrian agata agnes aida aileen ailsa aisha akira alba albert alena alessia
    alexa alfred alice alina alma alva amadou amara amelia amina amira ana anders andrea andrei
    anela angela anika anita anna annika anouk anton antonia arash ariana ariel arne arthur arturo
    asha astrid august aurora avery ayesha ayla azra bao barbara bastian beata beatriz bela
    benedict benita berit bianca birgit bogdan boris branko brenda bruno camila carina carla
    carlos carmen carol caspar cecilia celia celina cesar chiara chidi clara claudia clement cora
    corinna cornelia dagmar daina damian daniela daria dario davide deborah delia denis diana diego
    dilara dimitri dina dolores dominic dora doris dunja edgar edith edwin eileen elena eleni
    elias elin elisa elisabeth ella ellen elmar elsa elvira emeka emil emilia emma enrico erika
    erin ernesto esra esther eva evelyn fabian farah farid fatima felicia felix fernanda fidel
    fiona flora florian franca frida fumiko gabriel gemma georgia gerda gianna gilda gina giorgio
    gloria goran greta guido gustav hadia hakan hana hanna harald hassan hedda heidi helena helga
    henrik hilda hiroko hugo ibrahim ida ilaria ilona imani ines inga ingrid irena irina iris
    irma isabel isidora ismail ivan ivana ivo jamila jana janek janina jarek jasmin javier jelena
    jennifer joana johan jolanda jonas jorge josefa julia julian juliana juna kalina kamal
    karim karin karla katarina kateri katja keiko kemal kenji kerstin khadija kiana kira klara
    klaus konrad kumari lana lara larissa lars laura layla lea leandro leila lena leon leonie
    leonora leopold levin lidia liliana lina linda linus lisa livia lorena lorenzo lotta louisa
    luana lucia luciano ludmila luis luna lydia madina magda maja malika malin manuel mara marco
    marek margot maria mariam mariana marie marina mario marisa marko marlene marta martin mateo
    matilda maura maxim maya melina melissa mercedes mia michele mila milan milena mina mira
    miranda miriam mohan mona monika moritz nadia nadine naima naomi natalia nelly nia nico
    nicola nika nikola nils nina nora norbert noriko octavia odette olaf olena olga olivia omar
    orla oscar oskar ottilie pablo paloma pamela paolo patricia paula pavel pedro penelope
    petra pia pilar priya rafael ramona rania raquel rasmus rebecca regina renata ricarda rita
    roberta robin roland romina rosa rosalia rosalind rufus ruth sabina sabrina salma samira samuel
    sandra sara sarita selim selina selma serena sergio sibel silas silvia simon simona sina
    sofia solveig sonja stefan stella sunita susanna svenja sybil tamara tania tara tariq tatiana
    teresa thea theodora theresa tilda timo tina tobias tomas tora ulla ulrika uma ursula valentina
    valeria vanessa vera verena veronika victor viola violeta vivian wanda wilma xenia yara yasmin
    yolanda yusuf yvonne zara zelda zora
"""
NAMES = _WRITTEN.split()
