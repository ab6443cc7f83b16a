// What the scripts of players and of demos share; Python puts it in front of each
// (course/player/page.py), so a page may have it more than once.
var backpropDom = (() => {
  "use strict";

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(plain).json();
  }

  // From the text of a picture.
  function svgFrom(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return document.importNode(parsed.documentElement, true);
  }

  return { element, unpacked, svgFrom };
})();
