// What the scripts of players and of demos share; Python puts it in front of each
// (course/picture/assets.py), so a page may have it more than once.
var backpropDom = (() => {
  "use strict";

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // Words as what is put into the page, with what stands between backticks as code.
  function withCode(words) {
    const parts = words.split(/`([^`]+)`/);
    return parts.map((part, i) => (i % 2 ? element("code", {}, part) : part));
  }

  function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  }

  async function unpacked(base64) {
    const plain = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(plain).json();
  }

  // From the text of a picture.
  function svgFrom(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return document.importNode(parsed.documentElement, true);
  }

  // What a player and a demo are for a screen reader.
  function asGroup(root, ariaLabel) {
    Object.assign(root, { role: "group", ariaLabel });
    keepKeys(root);
  }

  // JupyterLab's own keys stay out.
  function keepKeys(element) {
    element.setAttribute("data-lm-suppress-shortcuts", "true");
  }

  // Of the lists and buttons of widgets, too, from which it takes the arrows, Enter and letters.
  function keepKeysOfWidget({ target }) {
    const isText = target.matches("input[type=text], textarea");
    if (target.closest(".jupyter-widgets") && !isText) keepKeys(target);
  }
  if (!globalThis.backpropDom) document.addEventListener("focusin", keepKeysOfWidget);

  // Gives each still picture of a kind its controls, from the data in an attribute.
  function comeAlive(kind, attribute, start) {
    document.querySelectorAll(`.backprop-${kind}[data-${attribute}]`).forEach(async (root) => {
      const data = root.dataset[attribute];
      delete root.dataset[attribute]; // a notebook may run this script more than once
      try {
        start(root, await unpacked(data));
      } catch (error) {
        const why = `This browser cannot show the controls of this picture. ${error}`;
        root.append(element("p", { className: "failed" }, why));
        throw error; // so that the console has its lines
      }
    });
  }

  return { element, withCode, bytesOf, svgFrom, asGroup, comeAlive };
})();
