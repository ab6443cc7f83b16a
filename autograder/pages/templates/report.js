"use strict";
// Before anything is shown, so that no name flashes up on a projector.
const root = document.documentElement;
const asked = () => location.hash === "#hide-names";
root.classList.toggle("hidden-names", asked());

function cellValue(row, column) {
  const cell = row.cells[column];
  const student = cell.querySelector(".student");
  if (student && root.classList.contains("hidden-names")) return Number(student.dataset.alias);
  const text = cell.dataset.sort ?? cell.textContent.trim();
  const number = Number.parseFloat(text.replace("−", "-"));
  const isNumber = /^[-−]?[\d.]+(?![-\d.])/.test(text); // a time is not, and sorts as text
  return isNumber && !Number.isNaN(number) ? number : text.toLocaleLowerCase();
}

function compare(a, b) {
  if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
  return typeof a === "number" ? -1 : 1;
}

function sortBy(table, column, ascending) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [cellValue(row, column), row]);
  rows.sort(([a], [b]) => (ascending ? compare(a, b) : compare(b, a)));
  body.append(...rows.map(([, row]) => row));
  for (const [i, head] of [...table.tHead.rows[0].cells].entries()) {
    if (i === column) head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  }
}

function makeSortable(table) {
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const first = head.classList.contains("number") ? "descending" : "ascending";
      sortBy(table, column, before ? before === "descending" : first === "ascending");
    });
  }
}

// The order by name would tell who is who, and so would the addresses of links.
function shuffle() {
  for (const table of document.querySelectorAll("table.sortable")) {
    const column = [...table.tHead.rows[0].cells].findIndex((c) => c.textContent === "Student");
    if (column >= 0) sortBy(table, column, true);
  }
  const alias = (element) => Number(element.querySelector("[data-alias]").dataset.alias);
  for (const list of document.querySelectorAll("dl, .people")) {
    const entries = [...list.children].map((e) => (e.dataset.alias ? wrapped(e) : e));
    list.append(...entries.sort((a, b) => alias(a) - alias(b)).flatMap((e) => [e, " "]));
  }
}

function wrapped(element) {
  const span = document.createElement("span");
  element.replaceWith(span);
  span.append(element);
  return span;
}

function hideNames(hidden) {
  root.classList.toggle("hidden-names", hidden);
  const button = document.getElementById("hide");
  button.setAttribute("aria-pressed", String(hidden));
  button.textContent = hidden ? "Show names" : "Hide names";
  for (const link of document.querySelectorAll("a.name")) {
    link.dataset.href ??= link.getAttribute("href");
    if (hidden) link.removeAttribute("href");
    else link.setAttribute("href", link.dataset.href);
  }
  shuffle();
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  const toggle = () => {
    const hidden = !root.classList.contains("hidden-names");
    history.replaceState(null, "", hidden ? "#hide-names" : location.pathname + location.search);
    hideNames(hidden);
  };
  document.getElementById("hide").addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    if (event.key === "h" && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
  addEventListener("hashchange", () => asked() && hideNames(true));
  if (asked()) hideNames(true);
});
