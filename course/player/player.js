// Plays recorded runs: whatever can be known of a run, its numbers and its sentences, comes from
// Python (course/player/page.py). Here only time passes.
//
// In the page a run is <figure class="backprop-player" data-run="..."> with a still picture in it.
// A step says what is in the slots of the picture (picture.js).
(() => {
  "use strict";
  const { element, withCode, bytesOf, svgFrom, asGroup, comeAlive } = backpropDom;
  const Picture = backpropPicture;
  const SPEEDS = { slow: 2500, normal: 1200, fast: 400 }; // milliseconds a step
  const TALLEST = "max(330px, 45vh)"; // to which a picture is enlarged
  const CLOSE = 0.01; // how far a prediction may be from the number, as a part of it
  const [next, back] = [1, -1].map((by) => (player) => player.step(by));
  const KEYS = {
    ...{ ArrowRight: next, ArrowDown: next, PageDown: next },
    ...{ ArrowLeft: back, ArrowUp: back, PageUp: back },
    Home: (player) => player.go(0),
    End: (player) => player.go(player.last),
    " ": (player) => player.play(!player.timer),
    p: (player) => player.predict(!player.predicting),
    Escape: (player) => player.showAlone(null),
  };

  function svgOf(image) {
    return svgFrom(new TextDecoder().decode(bytesOf(image.src.split(",")[1])));
  }

  // A link to a page with players can end in #step=12.
  function stepInAddress(otherwise) {
    const found = /^#step=(\d+)$/.exec(location.hash);
    return found ? found[1] - 1 : otherwise;
  }

  // Steps say what changes; a frame is all that is in the slots then.
  function framesOf(steps) {
    let frame = [];
    return steps.map(({ set = {} }) => {
      frame = Object.assign([...frame], set);
      return frame;
    });
  }

  function isClose(said, right) {
    const [a, b] = [said, right].map((text) => {
      const [top, bottom = 1] = text.replaceAll("−", "-").split("/").map(Number);
      return top / bottom;
    });
    return said.trim() !== "" && Math.abs(a - b) <= CLOSE * Math.abs(b) + 1e-9;
  }

  class Player {
    constructor(root, data) {
      Object.assign(this, { root, about: data.about, runs: data.runs, reveal: data.reveal });
      Object.assign(this, { at: -1, timer: null, speed: "normal", predicting: false });
      for (const run of this.runs) {
        run.frames = framesOf(run.steps);
        run.first = run.steps.findIndex((step) => step.problem);
        run.last = run.steps.length - 1;
      }
      this.last = Math.max(...this.runs.map((run) => run.last));
      this.isWall = this.runs.length > 1;
      this.alone = this.isWall ? null : this.runs[0]; // null while all are shown on the wall
      this.picture = new Picture(svgOf(root.querySelector("img")), this.about);
      this.picture.speak();
      this.build(data.tall);
      this.listen();
      this.go(stepInAddress(data.start));
      addEventListener("hashchange", () => this.go(stepInAddress(this.at)));
    }

    build(tall) {
      const { root, picture } = this;
      root.tabIndex = -1;
      asGroup(root, "Player of a run");
      this.alert = element("p", { className: "alert", hidden: true });
      this.range = element("input", { type: "range", min: 0, max: this.last, ariaLabel: "Step" });
      this.range.addEventListener("input", () => this.go(Number(this.range.value)));
      this.playButton = this.button("Play", () => this.play(!this.timer));
      this.speedButton = this.button(`Speed: ${this.speed}`, () => this.changeSpeed());
      this.revealButton = this.button("Reveal", () => this.show(!this.reveal));
      this.predictButton = this.button("Predict", () => this.predict(!this.predicting));
      this.codeButton = this.button("Code", () => this.toggleCode());
      this.allButton = this.button("All engines", () => this.showAlone(null));
      this.codeButton.ariaPressed = "true";
      this.codeButton.hidden = !this.runs.some((run) => run.code.length);
      const bar = element(
        "div",
        { className: "bar", role: "toolbar", ariaLabel: "Steps" },
        this.button("Back", () => this.step(-1)),
        this.button("Step", () => this.step(1)),
        this.playButton,
        this.button("Next pass", () => this.nextPass()),
        this.button("End", () => this.go(this.last)),
        this.range,
        this.speedButton,
        this.button("First problem", () => this.firstProblem()),
        ...[this.revealButton, this.predictButton, this.codeButton, this.allButton],
      );
      this.place = element("p", { className: "place" });
      this.say = element("p", { className: "say", ariaLive: "polite" });
      this.form = element("form", { className: "ask", hidden: true });
      this.stage = element("div", { className: "stage", tabIndex: 0 }, picture.svg);
      Object.assign(this.stage, { role: "group", ariaLabel: "Picture" });
      this.arithmetic = element("div", { className: "arithmetic" });
      this.code = element("pre", { tabIndex: 0, hidden: true });
      this.wall = element("div", { className: "views wall", hidden: true });
      if (this.isWall) this.panes = this.runs.map((run) => this.pane(run, tall));
      const [width, height] = ["width", "height"].map((side) => picture.svg.getAttribute(side));
      const enlarged = `min(${2 * width}px, ${TALLEST} * ${width / height})`;
      picture.svg.style.minWidth = `${width}px`;
      picture.svg.style.maxWidth = `max(${width}px, ${enlarged})`;
      this.stage.style.flexBasis = `${width}px`;
      const words = element("div", { className: "words" }, this.place, this.say, this.form);
      const head = element("div", { className: "head" }, words, this.arithmetic);
      this.views = element("div", { className: "views" }, this.stage, this.code);
      root.replaceChildren(this.alert, bar, head, this.wall, this.views);
    }

    pane(run, tall) {
      const picture = new Picture(svgFrom(tall), this.about);
      const verdict = element("p", { className: "verdict" });
      const button = this.button(run.name, () => this.showAlone(run));
      button.ariaLabel = `Engine ${run.name} by itself`;
      const section = element("section", {}, button, picture.svg, verdict);
      this.wall.append(section);
      return { run, picture, verdict, section };
    }

    button(words, press) {
      const button = element("button", { type: "button" }, words);
      button.addEventListener("click", (event) => {
        press();
        // After a click of the mouse all keys are the player's again.
        if (event.detail) this.root.focus({ preventScroll: true });
      });
      return button;
    }

    listen() {
      this.root.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.key === "Tab") return;
        event.stopPropagation(); // or the notebook moves
        const { target, key } = event;
        if (target.matches(".node") && key.startsWith("Arrow")) {
          event.preventDefault();
          return this.picture.walk(this.stage, target, key);
        }
        const isField = target.matches("input[type=text]");
        // In an empty field the arrows have nowhere to go: a class says its numbers aloud.
        const passes = target.value ? /^(Page|Escape)/ : /^(Page|Escape|Arrow)/;
        const isTyped = isField && !passes.test(key);
        if (isTyped || (target.matches("button") && key === " ")) return;
        const engine = this.isWall && this.runs.find((run) => run.name === key.toUpperCase());
        const act = engine ? () => this.showAlone(engine) : (KEYS[key] ?? KEYS[key.toLowerCase()]);
        if (!act) return;
        event.preventDefault();
        act(this);
      });
      this.range.addEventListener("pointerup", () => this.root.focus({ preventScroll: true }));
      this.stage.addEventListener("pointerup", () => this.root.focus({ preventScroll: true }));
      new ResizeObserver(() => this.keepInSight()).observe(this.stage);
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.answer();
      });
    }

    // Where one is

    keepInSight() {
      const run = this.alone;
      if (run) this.picture.keepInSight(this.stage, run.steps[this.placeIn(run)].node);
    }

    step(by) {
      const next = this.at + by;
      if (by === 1 && this.predicting && this.question(next)) return this.pose(next);
      this.go(next);
    }

    go(number) {
      const before = this.at;
      this.at = Math.max(0, Math.min(number, this.last));
      this.form.hidden = true;
      this.posed = null;
      if (this.at === this.last) this.play(false);
      this.draw();
      if (this.at !== before + 1) return;
      if (this.alone) this.picture.move();
      else this.panes.forEach(({ picture }) => picture.move());
    }

    nextPass() {
      const { steps } = this.longest();
      const { phase } = steps[this.placeIn(this.longest())];
      const next = steps.findIndex((step, i) => i > this.at && step.phase !== phase);
      this.go(next < 0 ? this.last : next);
    }

    firstProblem() {
      this.reveal = true;
      const shown = this.alone ? [this.alone] : this.runs;
      const firsts = shown.map((run) => run.first).filter((first) => first >= 0);
      this.go(firsts.length ? Math.min(...firsts) : this.last);
      if (!firsts.length) this.place.append(" No step goes wrong.");
    }

    // On the wall, a shorter run stays at its end.
    placeIn(run) {
      return Math.min(this.at, run.last);
    }

    longest() {
      return this.alone ?? this.runs.find((run) => run.last === this.last);
    }

    play(on) {
      clearTimeout(this.timer);
      this.timer = null;
      if (on) {
        if (this.at === this.last) this.go(0);
        this.timer = setTimeout(() => {
          this.step(1);
          if (this.timer) this.play(true);
        }, SPEEDS[this.speed]);
      }
      this.playButton.textContent = on ? "Pause" : "Play";
    }

    changeSpeed() {
      const names = Object.keys(SPEEDS);
      this.speed = names[(names.indexOf(this.speed) + 1) % names.length];
      this.speedButton.textContent = `Speed: ${this.speed}`;
      if (this.timer) this.play(true);
    }

    // What is asked and shown

    question(number) {
      return this.alone?.steps[number]?.ask;
    }

    predict(on) {
      this.predicting = on;
      this.go(this.at);
    }

    pose(number) {
      if (this.posed) return this.answer();
      this.play(false);
      this.posed = { number, right: this.question(number)[1] };
      const input = element("input", { type: "text", inputMode: "decimal", autocomplete: "off" });
      const label = element("label", {}, `${this.question(number)[0]} `, input);
      this.form.replaceChildren(label, this.button("Show", () => this.answer()));
      this.form.hidden = false;
      input.focus({ preventScroll: true });
    }

    answer() {
      const said = this.form.querySelector("input").value;
      const { number, right } = this.posed;
      this.go(number);
      this.root.focus({ preventScroll: true });
      if (!said.trim()) return;
      const verdict = isClose(said, right) ? "as predicted" : `not ${said}`;
      this.place.append(` It is ${right}, ${verdict}.`);
    }

    show(reveal) {
      this.reveal = reveal;
      this.draw();
    }

    showAlone(run) {
      if (this.isWall) this.alone = run;
      this.go(this.at);
    }

    toggleCode() {
      this.codeButton.ariaPressed = String(this.codeButton.ariaPressed !== "true");
      this.draw();
    }

    draw() {
      const focused = this.root.contains(document.activeElement) && document.activeElement;
      this.drawAll();
      const isGone = focused && (!focused.isConnected || focused.closest("[hidden]"));
      if (isGone) this.root.focus({ preventScroll: true }); // or keys would go to the notebook
    }

    drawAll() {
      const { at, alone, reveal } = this;
      this.range.value = at;
      const { phase } = this.longest().steps[this.placeIn(this.longest())];
      const which = this.isWall && alone ? `Engine ${alone.name}. ` : "";
      this.place.textContent = `${which}Step ${at + 1} of ${this.last + 1}, ${phase}.`;
      this.range.ariaValueText = this.place.textContent;
      this.revealButton.textContent = reveal ? "Hide" : "Reveal";
      this.predictButton.ariaPressed = String(this.predicting);
      this.predictButton.hidden = !alone;
      this.allButton.hidden = !this.isWall || !alone;
      this.wall.hidden = Boolean(alone);
      this.views.hidden = this.say.hidden = this.arithmetic.hidden = !alone;
      this.warn();
      if (alone) this.drawRun(alone);
      else this.panes.forEach((pane) => this.drawPane(pane));
    }

    // A wrong run says so before anything else, and leads to the step.
    warn() {
      const run = this.alone;
      const isWarned = run && this.reveal && run.first >= 0;
      this.alert.hidden = !isWarned;
      if (!isWarned) return;
      const there = this.button(`Go to step ${run.first + 1}`, () => this.go(run.first));
      const { blamesValues } = run.steps[run.first];
      const what = blamesValues ? "The values are not all finite" : "This run goes wrong";
      this.alert.replaceChildren(`${what} at step ${run.first + 1}. `, there);
    }

    drawRun(run) {
      const at = this.placeIn(run);
      const step = run.steps[at];
      this.picture.show(this.frame(run, at));
      if (!this.stage.querySelector(":focus")) this.picture.enterAt(step.node ?? 0);
      this.keepInSight();
      this.say.replaceChildren(...withCode(step.say));
      if (step.problem && (this.reveal || step.stops)) {
        const lead = at === run.first ? "Here it goes wrong. " : "Wrong. ";
        const words = `${step.blamesValues ? "" : lead}${step.problem}`;
        this.say.append(" ", element("strong", { className: "problem" }, ...withCode(words)));
      } else if (step.verdict && this.reveal) {
        this.say.append(` ${step.verdict}`);
      }
      const rows = (step.arithmetic ?? []).map((row) =>
        element("div", { className: "row" }, ...row.map((cell) => this.arithmeticCell(cell))),
      );
      this.arithmetic.replaceChildren(...rows);
      this.drawCode(run, step);
    }

    frame(run, at) {
      const { told } = run.steps[at];
      return Object.assign([...run.frames[at]], this.reveal && told);
    }

    drawPane({ run, picture, verdict, section }) {
      const at = this.placeIn(run);
      picture.show(Object.assign(this.frame(run, at), run.steps[at].small));
      const first = this.reveal && run.steps[run.first];
      section.classList.toggle("wrong", Boolean(first) && this.at >= run.first);
      const what = first?.blamesValues ? "no value" : "wrong";
      verdict.textContent = !this.reveal ? "" : first ? `${what}: ${run.first + 1}` : "right";
    }

    arithmeticCell({ sign, role, symbol, value }) {
      if (sign) {
        const isOpen = !this.reveal && "=≠".includes(sign); // for the class to say
        return element("span", { className: "sign" }, isOpen ? "≟" : sign);
      }
      const number = Array.isArray(value) ? this.matrix(value) : element("b", {}, value);
      // Lines are broken between words, not in fractions.
      const words = symbol.split(" ").flatMap((word) => [element("span", {}, word), " "]);
      const name = element("small", {}, ...words);
      return element("span", { className: `cell ${role}` }, number, name);
    }

    matrix(rows) {
      const cells = rows.map((row) => element("tr", {}, ...row.map((v) => element("td", {}, v))));
      return element("table", {}, ...cells);
    }

    drawCode(run, step) {
      const [listing, number] = step.line ?? [];
      const lines = this.codeButton.ariaPressed === "true" ? (run.code[listing] ?? []) : [];
      this.code.hidden = lines.length === 0;
      const shown = lines.map((line, i) =>
        element("span", { className: i === number ? "running" : "" }, line),
      );
      this.code.replaceChildren(...shown);
      const running = shown[number];
      if (running) this.code.scrollTop = running.offsetTop - this.code.clientHeight / 2;
    }
  }

  comeAlive("player", "run", (root, data) => new Player(root, data));
})();
