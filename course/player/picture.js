// The picture of a run in a player. It has slots: texts, and states of nodes and edges. A frame is a
// list of what is in all of them.
var backpropPicture = (() => {
  "use strict";
  const TRAVEL = 350; // milliseconds that a share is on its way

  class Picture {
    constructor(svg, about) {
      Object.assign(this, { svg, about, frame: [], travellers: [], row: null });
      this.slots = [...svg.querySelectorAll("[data-slot]")];
      this.nodes = [...svg.querySelectorAll(".node")];
      this.edges = [...svg.querySelectorAll(".edge")];
      svg.role = "img";
    }

    show(frame) {
      this.slots.forEach((slot, i) => {
        if (this.frame[i] === frame[i]) return;
        if (slot.localName === "g") slot.dataset.is = frame[i];
        else slot.textContent = frame[i];
      });
      this.frame = frame;
      const sentences = this.nodes.map((node, i) => this.told(node, i));
      this.svg.ariaLabel = sentences.join(" ");
      if (this.row) this.nodes.forEach((node, i) => (node.ariaLabel = sentences[i]));
    }

    // As `graph_in_words` in course/picture/labels.py.
    told(node, i) {
      const numbers = ["result", "gradient"]
        .map((what) => [what, node.querySelector(`.${what}`).textContent])
        .filter(([, text]) => text)
        .map((pair) => pair.join(" "));
      return `${this.about[i]}${numbers.length ? ": " : ""}${numbers.join(", ")}.`;
    }

    // The nodes speak: Tab leads to one of them, and arrow keys from node to node.
    speak() {
      this.svg.role = "graphics-document";
      this.nodes.forEach((node) => (node.role = "graphics-symbol"));
      this.enterAt(0);
    }

    enterAt(i, row = this.nodes) {
      this.row = row; // that the arrows up and down lead through
      this.nodes.forEach((node, j) => (node.tabIndex = j === i ? 0 : -1));
    }

    // Left to the first input of a node, right to its first user, up and down to the others.
    walk(stage, node, key) {
      const [from, to] = key === "ArrowLeft" ? ["user", "input"] : ["input", "user"];
      const away = this.edges.filter(({ dataset }) => this.nodes[dataset[from]] === node);
      const upDown = { ArrowUp: -1, ArrowDown: 1 }[key];
      const row = upDown ? this.row : [...new Set(away.map((edge) => this.nodes[edge.dataset[to]]))];
      const next = row[upDown ? row.indexOf(node) + upDown : 0];
      if (!next) return;
      const i = this.nodes.indexOf(next);
      this.enterAt(i, row);
      next.focus({ preventScroll: true });
      this.keepInSight(stage, i);
    }

    // Values travel forward along their edges, shares back.
    move() {
      this.travellers.forEach((dot) => dot.remove());
      this.travellers = [];
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      for (const edge of this.edges) {
        if (["forward", "share"].includes(edge.dataset.is)) this.travel(edge);
      }
    }

    travel(edge) {
      const forward = edge.dataset.is === "forward";
      const line = edge.querySelector(".line");
      const length = line.getTotalLength();
      const dot = document.createElementNS(this.svg.namespaceURI, "circle");
      dot.setAttribute("r", 7);
      dot.setAttribute("class", `travels ${edge.dataset.is}`);
      this.travellers.push(dot);
      this.svg.append(dot);
      let began = null;
      const move = (now) => {
        began ??= now;
        const part = (now - began) / TRAVEL;
        if (part >= 1 || !dot.isConnected) return dot.remove();
        const point = line.getPointAtLength(length * (forward ? part : 1 - part));
        dot.setAttribute("cx", point.x);
        dot.setAttribute("cy", point.y);
        requestAnimationFrame(move);
      };
      move(performance.now());
    }

    // Scrolls the stage, and nothing but the stage, so that the node and its edges can be seen.
    keepInSight(stage, node) {
      const fits = stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight;
      if (node === undefined || fits) return;
      const own = this.edges.filter(({ dataset }) => dataset.is && dataset.user === String(node));
      const sources = own.map(({ dataset }) => this.nodes[dataset.input]);
      const boxes = [this.nodes[node], ...sources].map((each) => each.getBoundingClientRect());
      const view = stage.getBoundingClientRect();
      const shift = (low, high, size) => {
        const [first, last] = [Math.min(...boxes.map(low)), Math.max(...boxes.map(high))];
        const fitsIn = last - first + 40 < size;
        const [from, to] = fitsIn ? [first, last] : [low(boxes[0]), high(boxes[0])];
        if (from - 20 < 0) return from - 20;
        return to + 20 > size ? to + 20 - size : 0;
      };
      const right = shift((b) => b.left - view.left, (b) => b.right - view.left, view.width);
      const down = shift((b) => b.top - view.top, (b) => b.bottom - view.top, view.height);
      stage.scrollLeft += right;
      stage.scrollTop += down;
    }
  }

  return Picture;
})();
