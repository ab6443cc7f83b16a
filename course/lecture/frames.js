// Shows one of many pictures. All of them come from Python (course/lecture/frames.py), one for each
// position of the controls; here only the positions change.
//
// In the page they are <figure class="backprop-frames" data-frames="..."> with a still in it. In a
// picture data-drag='{"h": [0, -1.6]}' says how far right and down an element is dragged for one
// step of a control, and data-pick='{"entry": 7}' where the controls are after it is pressed.
(() => {
  "use strict";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const read = (text) => JSON.parse(text ?? "{}");

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  class Frames {
    constructor(root, { axes, frames }) {
      Object.assign(this, { axes, frames, picks: [], held: null });
      this.at = Object.fromEntries(axes.map(({ key, start }) => [key, start]));
      const bar = element("div", { className: "bar" }, ...axes.map((axis) => this.control(axis)));
      this.stage = element("div", { className: "stage" });
      this.said = element("p", { className: "said", ariaLive: "polite" });
      root.querySelector("img").replaceWith(bar, this.stage, this.said);
      root.setAttribute("role", "group");
      root.setAttribute("aria-label", "A picture with controls");
      root.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab's own keys stay out
      root.addEventListener("keydown", (event) => this.press(event));
      this.on("click", ({ target }) => this.pick(target.closest("[data-pick]")));
      this.on("focusin", ({ target }) => this.enterAt(target));
      this.on("pointerdown", (event) => this.grab(event));
      this.on("pointermove", (event) => this.held && this.pull(event));
      this.on("lostpointercapture", () => this.letGo());
      this.show();
      this.said.textContent = ""; // nothing has changed yet
    }

    on(kind, act) {
      this.stage.addEventListener(kind, act);
    }

    control(axis) {
      const { key, name, labels, isNumber } = axis;
      axis.control = isNumber
        ? element("input", { type: "range", min: 0, max: labels.length - 1 })
        : element("select", {}, ...labels.map((label, i) => new Option(label, i)));
      axis.control.addEventListener("input", () => this.go({ [key]: Number(axis.control.value) }));
      axis.shown = element("b", { hidden: !isNumber });
      return element("span", {}, element("label", {}, name, axis.control), axis.shown);
    }

    // Moves controls, no further than to their ends.
    go(to) {
      const before = this.number();
      for (const { key, labels } of this.axes) {
        this.at[key] = Math.max(0, Math.min(to[key] ?? this.at[key], labels.length - 1));
      }
      if (this.number() !== before) this.show();
    }

    number() {
      return this.axes.reduce((n, { key, labels }) => n * labels.length + this.at[key], 0);
    }

    show() {
      for (const { key, labels, isNumber, control, shown } of this.axes) {
        control.value = this.at[key];
        shown.textContent = labels[this.at[key]];
        if (isNumber) control.setAttribute("aria-valuetext", labels[this.at[key]]);
      }
      const focused = this.picks.indexOf(document.activeElement);
      const parsed = new DOMParser().parseFromString(this.frames[this.number()], "image/svg+xml");
      const svg = document.importNode(parsed.documentElement, true);
      this.stage.replaceChildren(svg);
      this.picks = [...svg.querySelectorAll("[data-pick]")];
      if (this.picks.length) svg.setAttribute("role", "group"); // an image has no buttons
      const chosen = this.picks.filter((pick) => this.isChosen(pick));
      for (const pick of this.picks) {
        pick.setAttribute("role", "button");
        pick.setAttribute("aria-pressed", String(chosen.includes(pick)));
      }
      this.enterAt(chosen[0] ?? this.picks[0]);
      this.picks[focused]?.focus({ preventScroll: true });
      const live = [...svg.querySelectorAll("[data-live]")];
      this.said.textContent = live.map((each) => each.dataset.live).join("; ");
    }

    isChosen({ dataset }) {
      return Object.entries(read(dataset.pick)).every(([key, at]) => this.at[key] === at);
    }

    // Buttons: Tab leads to one of them, arrow keys to the others.

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
      if (!target.matches("[data-pick]") || !(key in ARROWS || key === "Enter" || key === " ")) return;
      event.preventDefault();
      const [right, down] = ARROWS[key] ?? [0, 0];
      const moves = Object.entries(read(target.dataset.drag))
        .map(([name, [x, y]]) => [name, Math.sign(x * right + y * down)])
        .filter(([, by]) => by);
      if (key in ARROWS && !moves.length) return this.walk(target, right, down);
      this.pick(target);
      this.go(Object.fromEntries(moves.map(([name, by]) => [name, this.at[name] + by])));
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
      const near = this.picks.reduce((a, b) => (distance(b) < distance(a) ? b : a), from);
      near.focus({ preventScroll: true });
    }

    // Dragging

    place({ clientX, clientY }) {
      const inverse = this.stage.firstChild.getScreenCTM().inverse();
      return new DOMPoint(clientX, clientY).matrixTransform(inverse);
    }

    grab(event) {
      const element = event.target.closest("[data-drag]");
      if (!element || event.button) return;
      this.pick(element);
      const pulls = Object.entries(read(element.dataset.drag));
      this.held = { pulls, from: this.place(event), at: { ...this.at } };
      this.stage.setPointerCapture(event.pointerId);
    }

    pull(event) {
      const { pulls, from, at } = this.held;
      const { x, y } = this.place(event);
      const to = pulls.map(([key, [right, down]]) => {
        const steps = ((x - from.x) * right + (y - from.y) * down) / (right ** 2 + down ** 2);
        return [key, at[key] + Math.round(steps)];
      });
      this.go(Object.fromEntries(to));
    }

    letGo() {
      const [key] = this.held.pulls[0];
      this.axes.find((axis) => axis.key === key).control.focus({ preventScroll: true });
      this.held = null;
    }
  }

  async function comeAlive(root) {
    const bytes = Uint8Array.from(atob(root.dataset.frames), (letter) => letter.charCodeAt(0));
    delete root.dataset.frames; // a notebook may run this script more than once
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    new Frames(root, await new Response(plain).json());
  }

  document.querySelectorAll(".backprop-frames[data-frames]").forEach(comeAlive);
})();
