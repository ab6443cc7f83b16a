// Shows one of many pictures that come from Python (course/lecture/frames.py), one for each
// position of the controls, in <figure class="backprop-frames" data-frames="..."> with a still in it.
// In a picture data-drag='{"h": [0, -1.6]}' says how far right and down an element is dragged for
// one step of a control, and data-pick='{"entry": 7}' where controls are after it is pressed.
(() => {
  "use strict";
  const { element, svgFrom, asGroup, comeAlive } = backpropDom;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const read = (text) => Object.entries(JSON.parse(text ?? "{}"));

  class Frames {
    constructor(root, [controls, frames]) {
      Object.assign(this, { frames, controls: {}, picks: [], held: null });
      const made = controls.map((control) => this.control(...control));
      const bar = element("div", { className: "bar" }, ...made);
      this.stage = element("div", { className: "stage" });
      this.said = element("p", { className: "said", ariaLive: "polite" });
      this.show();
      root.querySelector("img").replaceWith(bar, this.stage, this.said);
      asGroup(root, "A picture with controls");
      root.addEventListener("keydown", (event) => this.press(event));
      const on = (kind, act) => this.stage.addEventListener(kind, act);
      on("click", ({ target }) => this.pick(target.closest("[data-pick]")));
      on("focusin", ({ target }) => this.enterAt(target));
      on("pointerdown", (event) => this.grab(event));
      on("pointermove", (event) => this.isHolding(event) && this.pull(event));
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        on(end, (event) => this.isHolding(event) && this.release());
      }
    }

    control(key, name, labels, at, isNumber) {
      const input = isNumber
        ? element("input", { type: "range", min: 0, max: labels.length - 1 })
        : element("select", {}, ...labels.map((label, i) => new Option(label, i)));
      input.addEventListener("input", () => this.go([[key, Number(input.value)]]));
      const shown = element("b", { hidden: !isNumber });
      this.controls[key] = { labels, at, isNumber, input, shown };
      return element("span", {}, element("label", {}, name, input), shown);
    }

    // Moves controls, no further than to their ends.
    go(to) {
      const before = this.number();
      for (const [key, at] of to) {
        const control = this.controls[key];
        control.at = Math.max(0, Math.min(at, control.labels.length - 1));
      }
      if (this.number() !== before) this.show();
    }

    number() {
      return Object.values(this.controls).reduce((n, { labels, at }) => n * labels.length + at, 0);
    }

    show() {
      const { controls } = this;
      for (const { labels, at, isNumber, input, shown } of Object.values(controls)) {
        input.value = at;
        shown.textContent = labels[at];
        if (isNumber) input.ariaValueText = labels[at];
      }
      const focused = this.picks.indexOf(document.activeElement);
      const svg = svgFrom(this.frames[this.number()]);
      this.stage.replaceChildren(svg);
      this.picks = [...svg.querySelectorAll("[data-pick]")];
      if (this.picks.length) svg.role = "group"; // an image has no buttons
      const isPlaced = ([key, at]) => controls[key].at === at;
      const isAt = ({ dataset }) => read(dataset.pick).every(isPlaced);
      for (const pick of this.picks) {
        Object.assign(pick, { role: "button", ariaPressed: String(isAt(pick)) });
      }
      this.enterAt(this.picks.find(isAt) ?? this.picks[0]);
      this.picks[focused]?.focus({ preventScroll: true });
      const live = [...svg.querySelectorAll("[data-live]")].map(({ dataset }) => dataset.live);
      this.said.textContent = live.join("; ");
    }

    // Buttons: Tab leads to one of them, arrow keys to the others, or they drag it by a step.
    enterAt(pick) {
      for (const each of this.picks) each.tabIndex = each === pick ? 0 : -1;
    }

    pick(pick) {
      this.go(read(pick?.dataset.pick));
    }

    press(event) {
      const { target, key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || key === "Tab") return;
      event.stopPropagation(); // or the notebook moves
      const [right, down] = ARROWS[key] ?? [0, 0];
      const isKnown = key in ARROWS || key === "Enter" || key === " ";
      if (!isKnown || !target.matches("[data-pick]")) return;
      event.preventDefault();
      const steps = read(target.dataset.drag)
        .map(([name, [x, y]]) => [name, Math.sign(x * right + y * down)])
        .filter(([, by]) => by);
      if (key in ARROWS && !steps.length) return this.walk(target, right, down);
      this.pick(target);
      this.go(steps.map(([name, by]) => [name, this.controls[name].at + by]));
    }

    // To the nearest button in a direction.
    walk(from, right, down) {
      const here = from.getBoundingClientRect();
      const distance = (pick) => {
        const there = pick.getBoundingClientRect();
        const [x, y] = [there.x - here.x, there.y - here.y];
        const along = x * right + y * down;
        return along > 1 ? along + 3 * Math.abs(x * down + y * right) : Infinity;
      };
      const nearer = (a, b) => (distance(b) < distance(a) ? b : a);
      this.picks.reduce(nearer, from).focus({ preventScroll: true });
    }

    grab(event) {
      const element = event.target.closest("[data-drag]");
      if (!element || event.button || this.held) return;
      this.pick(element); // a box is also a button
      const pulls = read(element.dataset.drag).map(([key, by]) => [key, this.controls[key].at, by]);
      const { clientX: x, clientY: y, pointerId } = event;
      this.held = { x, y, pointerId, pulls };
      this.stage.setPointerCapture(pointerId);
    }

    // Whether it is by this pointer that a part is dragged: a hand has more fingers.
    isHolding({ pointerId }) {
      return this.held?.pointerId === pointerId;
    }

    pull({ clientX, clientY }) {
      const { x, y, pulls } = this.held;
      const { a: scale } = this.stage.firstChild.getScreenCTM();
      const steps = ([right, down]) =>
        ((clientX - x) * right + (clientY - y) * down) / (right ** 2 + down ** 2) / scale;
      this.go(pulls.map(([key, at, by]) => [key, at + Math.round(steps(by))]));
    }

    // Now arrow keys go on with what was dragged.
    release() {
      const [key] = this.held.pulls[0];
      this.held = null;
      this.controls[key].input.focus({ preventScroll: true });
    }
  }

  comeAlive("frames", "frames", (root, data) => new Frames(root, data));
})();
