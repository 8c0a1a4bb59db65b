var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/grundy/lab/web/static/base/dom.js
function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === void 0) node.removeAttribute(name);
    else if (name === "style" && node instanceof HTMLElement) for (const property of Object.keys(value)) node.style.setProperty(property, value[property]);
    else if (name === "value" && "value" in node) node.value = value;
    else if (node.getAttribute(name) !== String(value === true ? "" : value)) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return node;
}
function el(tag, props = {}, ...children) {
  const node = set(document.createElement(tag), props);
  fill(node, ...children);
  return node;
}
function svg(tag, props = {}, ...children) {
  const node = set(document.createElementNS(SVG, tag), props);
  fill(node, ...children);
  return node;
}
function fill(node, ...children) {
  node.replaceChildren(.../** @type {(Node | string)[]} */
  children.filter((child) => child || child === ""));
}
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
var SVG;
var init_dom = __esm({
  "src/grundy/lab/web/static/base/dom.js"() {
    "use strict";
    SVG = "http://www.w3.org/2000/svg";
  }
});

// src/grundy/lab/web/static/board/colours.js
function onNimber(nimber) {
  let found = styles.get(nimber);
  if (!found) {
    const background = ofValue(nimber / (nimber + HALF), 1);
    styles.set(nimber, found = { background, color: inkOn(background) });
  }
  return found;
}
function ofValue(value, top) {
  const place = (VIRIDIS.length - 1) * Math.min(value, top) / Math.max(top, 1);
  const below = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const [low, high] = [parse(VIRIDIS[below]), parse(VIRIDIS[below + 1])];
  const mixed = low.map((part, i) => Math.round(part + (high[i] - part) * (place - below)));
  return "#" + mixed.map((part) => part.toString(16).padStart(2, "0")).join("");
}
function inkOn(colour) {
  const light = luminance(colour);
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}
function parse(hex) {
  return [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
}
function luminance(colour) {
  const [red, green, blue] = parse(colour.slice(1)).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
var VIRIDIS, HALF, styles, ofNimber;
var init_colours = __esm({
  "src/grundy/lab/web/static/board/colours.js"() {
    "use strict";
    VIRIDIS = "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725".split(" ");
    HALF = 5;
    styles = /* @__PURE__ */ new Map();
    ofNimber = (nimber) => onNimber(nimber).background;
  }
});

// src/grundy/lab/web/static/board/board-legend.js
function gridLegend(view, looks2) {
  const roles = new Set(looks2.map((look) => look.role));
  const values = looks2.flatMap(({ value }) => value === null ? [] : [value]);
  const plain = !view.scene.tokens?.length;
  const found = [];
  if (values.length) found.push(item(scale(values.reduce((top, value) => Math.max(top, value), 0)), view.say(view.scene.worth ? "legend-worth" : "legend-after")));
  if (looks2.some((look) => look.wins)) found.push(sign("ring", view.say("legend-winning")));
  if (looks2.some((look) => look.shown && look.role !== "piece")) found.push(sign("dot", view.say("legend-move")));
  if (plain && roles.has("piece")) found.push(sign("disc", view.say("legend-piece")));
  if (looks2.some((look) => look.lost)) found.push(sign("frame", view.say("legend-lost")));
  if (looks2.some((look) => look.told === "N")) found.push(sign("won", view.say("legend-won")));
  if (looks2.some((look) => look.told === "D")) found.push(sign("blank", view.say("legend-drawn")));
  if (view.last.size) found.push(sign("trace", view.say("legend-last")));
  if (plain && roles.has("blocked")) found.push(sign("hatch", view.say("legend-blocked")));
  if (plain && roles.has("removed")) found.push(sign("gone", view.say("legend-gone")));
  return found;
}
function scale(top) {
  const step = Math.max(1, Math.ceil(top / SWATCHES));
  const values = [];
  for (let value = 0; value < top; value += step) values.push(value);
  if (values.length && top - values[values.length - 1] <= step / 2 && values.length > 1) values.pop();
  values.push(top);
  return el("span", { class: "scale", "aria-hidden": "true" }, ...values.map((value) => el("span", { style: onNimber(value) }, String(value))));
}
var SWATCHES, sign, item;
var init_board_legend = __esm({
  "src/grundy/lab/web/static/board/board-legend.js"() {
    "use strict";
    init_colours();
    init_dom();
    SWATCHES = 10;
    sign = (name, text) => item(el("span", { class: `sign ${name}`, "aria-hidden": "true" }), text);
    item = (picture, text) => el("span", { class: "item" }, picture, text);
  }
});

// src/grundy/lab/web/static/board/board-listbox.js
var MARKS, marksOf, saidOf, ListboxDrawing;
var init_board_listbox = __esm({
  "src/grundy/lab/web/static/board/board-listbox.js"() {
    "use strict";
    MARKS = /** @type {Mark[]} */
    ["picked", "hint", "area", "last"];
    marksOf = (view, place) => MARKS.filter((mark) => view[mark].has(place));
    saidOf = (view, place, marks2) => marks2.filter((mark) => view[mark].has(place)).map((mark) => view.say(mark));
    ListboxDrawing = class {
      constructor(hands) {
        this.hands = hands;
        this.view = null;
        this.list = /** @type {any} */
        null;
        this.options = [];
        this.place = 0;
        this.drawn = "";
      }
      /**
       * Set the view.
       * @param {View} view
       * @param {any} drawn the drawn parts of the scene
       * @returns {boolean} whether the view looks different from the view before it
       */
      isNew(view, drawn2) {
        const { show, picked, hint, last, area, disabled, label } = view;
        const before = this.drawn;
        this.view = view;
        this.drawn = JSON.stringify([drawn2, ...[show, picked, hint, last, area].map((set2) => [...set2]), disabled, label]);
        return this.drawn !== before;
      }
      /** @param {number} count how many options there are now */
      keepWithin(count) {
        this.place = Math.max(0, Math.min(this.place, count - 1));
      }
      /** Whether one of the options has the focus of the keys. */
      hasFocus() {
        return this.list.contains(
          /** @type {ShadowRoot} */
          this.list.getRootNode().activeElement ?? null
        );
      }
      /**
       * @param {View} view
       * @param {number} number of the option
       * @param {{place: string, open: boolean, classes: string[], words: string[]}} about it
       * @returns {Record<string, any>} the attributes of its node
       */
      option(view, number2, { place, open, classes: classes2, words: words3 }) {
        return {
          role: "option",
          class: [...classes2, ...open ? ["open"] : [], ...marksOf(view, place)].join(" "),
          tabindex: number2 === this.place ? 0 : -1,
          "data-place": place,
          "aria-selected": String(view.picked.has(place)),
          "aria-disabled": open ? null : "true",
          "aria-label": [...words3, ...saidOf(view, place, ["hint", "last"])].join(", "),
          onfocus: () => this.turn(number2)
        };
      }
      /**
       * @param {View} view
       * @param {Choice} choice
       * @param {number} number of the option
       * @param {string} name
       * @param {(choice: Choice | null) => void} aim shows the move under the pointer
       * @returns {Record<string, any>} the attributes of the node of a move
       */
      move(view, choice, number2, name, aim) {
        const { move, nimber, outcome, wins: wins2 } = choice;
        const words3 = [name];
        if (view.show.has("values") && nimber !== null) words3.push(view.say("after", { value: nimber }));
        else if (view.show.has("values") && outcome) words3.push(view.say(`outcome-${outcome}`));
        if (view.show.has("winning") && wins2) words3.push(view.say("wins"));
        return {
          role: "option",
          tabindex: number2 === this.place ? 0 : -1,
          "data-move": move,
          "aria-selected": "false",
          "aria-disabled": view.disabled ? "true" : null,
          "aria-label": words3.join(", "),
          onclick: () => this.hands.choose(choice),
          onfocus: () => this.turn(number2),
          onpointerenter: (event) => event.pointerType !== "touch" && aim(choice),
          onpointerleave: () => aim(null)
        };
      }
      focus() {
        this.options[this.place]?.focus();
      }
      /** @param {number} number of the option that the Tab key reaches */
      turn(number2) {
        this.options[this.place]?.setAttribute("tabindex", "-1");
        this.place = number2;
        this.options[number2]?.setAttribute("tabindex", "0");
      }
      key(event) {
        if (event.key === "Home") this.go(0);
        else if (event.key === "End") this.go(Math.max(0, this.options.length - 1));
        else if (event.key === "Enter" || event.key === " ") this.enter();
        else if (event.key === "Escape") this.escape();
        else if (event.key in this.steps) this.go(this.arrow(event.key));
        else return;
        event.preventDefault();
      }
      /** @param {number} place of the option that gets the focus */
      go(place) {
        if (place === this.place) return;
        this.turn(place);
        this.focus();
        this.moved();
      }
      /** Pick the option that has the focus. */
      enter() {
      }
      /** Take back the last pick. */
      escape() {
        this.hands.back();
      }
      /** @type {Record<string, number>} the keys that go from one option to another, and how far */
      steps = { ArrowDown: 1, ArrowUp: -1, ArrowLeft: 0, ArrowRight: 0 };
      /**
       * @param {string} key
       * @returns {number} the option to which it goes
       */
      arrow(key2) {
        return Math.max(0, Math.min(this.options.length - 1, this.place + this.steps[key2]));
      }
      /** Show the option that has got the focus. */
      moved() {
      }
    };
  }
});

// src/grundy/drawing/tokens.js
var tokens_default;
var init_tokens = __esm({
  "src/grundy/drawing/tokens.js"() {
    "use strict";
    tokens_default = {
      "colours": {
        "card": ["#ffffff", "#12171e"],
        "soft": ["#eeeeea", "#1b222b"],
        "rule": ["#d9d9d4", "#2b333d"],
        "edge": ["#7d858e", "#6e7781"],
        "ink": ["#1f2328", "#eef1f4"],
        "dim": ["#57606a", "#9aa3ad"],
        "a": ["#0550ae", "#79c0ff"],
        "b": ["#9a4b00", "#ffa657"],
        "win": ["#0550ae", "#79c0ff"],
        "good": ["#116329", "#56d364"],
        "bad": ["#a40e26", "#ff938a"],
        "leaf": ["#2d6a3e", "#7fc98f"],
        "cocoa": ["#6f4e37", "#c79d80"],
        "wall": ["#3d454e", "#838d98"]
      },
      "paints": {
        "ink": { "fill": "ink" },
        "line": { "stroke": "ink", "width": 3 },
        "shell": { "fill": "card", "stroke": "ink", "width": 3 },
        "cut": { "fill": "card" },
        "cutline": { "stroke": "card", "width": 3 },
        "gone": { "stroke": "dim", "width": 2, "dash": [4, 4] },
        "dim": { "stroke": "dim", "width": 2 },
        "hatch": { "stroke": "dim", "width": 1.4 },
        "cell": { "fill": "soft", "stroke": "rule", "width": 1 },
        "leaf": { "stroke": "leaf", "width": 4 },
        "leaffill": { "fill": "leaf" },
        "petal": { "fill": "card", "stroke": "leaf", "width": 3 },
        "cocoa": { "fill": "cocoa" },
        "cocoaline": { "stroke": "cocoa", "width": 3 }
      },
      "tokens": {
        "counter": [["ink", "M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"]],
        "counter-gone": [["gone", "M7 24a17 17 0 1 0 34 0a17 17 0 1 0 -34 0z"]],
        "match": [["line", "M24 44V16"], ["ink", "M19 10.5a5 7 0 1 0 10 0a5 7 0 1 0 -10 0z"]],
        "pin": [["ink", "M24 3.5c-3.6 0-6 2.8-5.7 6.8.3 4.2 2 6 .7 10.2-1.6 5-4.6 8.8-4 15.2.3 3.4 1.6 6.6 3.2 8.3h11.6c1.6-1.7 2.9-4.9 3.2-8.3.6-6.4-2.4-10.2-4-15.2-1.3-4.2.4-6 .7-10.2.3-4-2.1-6.8-5.7-6.8z"], ["cutline-2", "M19.8 14.5h8.4M19.2 19.5h9.6"]],
        "heads": [["ink", "M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"], ["cut", "M24 13.5L26.7 20.8L34.5 21.1L28.4 25.9L30.5 33.4L24 29.1L17.5 33.4L19.6 25.9L13.5 21.1L21.3 20.8z"]],
        "tails": [["shell", "M7.5 24a16.5 16.5 0 1 0 33 0a16.5 16.5 0 1 0 -33 0z"], ["dim", "M13 24a11 11 0 1 0 22 0a11 11 0 1 0 -22 0z"]],
        "topple": [["ink", "M20 5h8a2 2 0 0 1 2 2v34a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-34a2 2 0 0 1 2 -2z"], ["cutline-2", "M21 24h6"]],
        "domino": [["ink", "M8 6h80a4 4 0 0 1 4 4v28a4 4 0 0 1 -4 4h-80a4 4 0 0 1 -4 -4v-28a4 4 0 0 1 4 -4z"], ["cutline-2", "M48 11v26"], ["cut", "M22.5 24a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"], ["cut", "M66.5 24a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"]],
        "chocolate": [["cocoa", "M9 5h30a4 4 0 0 1 4 4v30a4 4 0 0 1 -4 4h-30a4 4 0 0 1 -4 -4v-30a4 4 0 0 1 4 -4z"], ["cutline-2", "M13 35V13h22"]],
        "poison": [["cocoaline", "M10.5 6.5h27a4 4 0 0 1 4 4v27a4 4 0 0 1 -4 4h-27a4 4 0 0 1 -4 -4v-27a4 4 0 0 1 4 -4z"], ["cocoa", "M24 12c-6.6 0-11 4.3-11 10 0 3.8 1.9 6.6 5 8.1V35a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 30 35v-4.9c3.1-1.5 5-4.3 5-8.1 0-5.7-4.4-10-11-10z"], ["cut", "M16.5 22.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"], ["cut", "M25.5 22.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"], ["cutline-2", "M24 31.5v3.5"]],
        "stone-dark": [["ink", "M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"], ["cutline-2", "M13 24a11 11 0 1 0 22 0a11 11 0 1 0 -22 0z"]],
        "stone-light": [["shell", "M7.5 24a16.5 16.5 0 1 0 33 0a16.5 16.5 0 1 0 -33 0z"], ["ink", "M20 24a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"]],
        "x": [["line-5", "M12 12l24 24M36 12L12 36"]],
        "free": [["cell", "M7 3h34a4 4 0 0 1 4 4v34a4 4 0 0 1 -4 4h-34a4 4 0 0 1 -4 -4v-34a4 4 0 0 1 4 -4z"]],
        "blocked": [["hatch", "M3 12l9-9M3 21L21 3M3 30L30 3M3 39L39 3M6 45L45 6M15 45l30-30M24 45l21-21M33 45l12-12M42 45l3-3"], ["cut", "M15 13h18a2 2 0 0 1 2 2v18a2 2 0 0 1 -2 2h-18a2 2 0 0 1 -2 -2v-18a2 2 0 0 1 2 -2z"], ["line-2.5", "M19 19l10 10M29 19L19 29"]],
        "diag-l": [["line", "M38 10L10 38"]],
        "diag-r": [["line", "M10 10l28 28"]],
        "queen": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["ink", "M13 35L8.5 15.5 18 24l6-14.5L30 24l9.5-8.5L35 35z"], ["ink", "M4.8 13a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"], ["ink", "M20.5 7.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"], ["ink", "M36.8 13a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"]],
        "rook": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["ink", "M11 7h6.5v4.5h3.5V7h6v4.5h3.5V7H37v10l-4 3.5V35H15V20.5L11 17z"], ["cutline-2", "M15 21.5h18"]],
        "bishop": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["ink", "M20.8 6.5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"], ["ink", "M24 9.5c-6.5 4.5-10.5 9.5-10.5 15 0 4.3 2.5 6.5 4.5 10.5h12c2-4 4.5-6.2 4.5-10.5 0-5.5-4-10.5-10.5-15z"], ["cutline", "M25 22.5l5-6.5"]],
        "king": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["line", "M24 4v11M19.5 8.5h9"], ["ink", "M24 18.5c-2.5-4-6.5-5-9.5-4.5-4 .6-6.5 4-6 8.5.5 4.5 4 7 5.5 12.5h20c1.5-5.5 5-8 5.5-12.5.5-4.5-2-7.9-6-8.5-3-.5-7 .5-9.5 4.5z"], ["cutline-2", "M24 22v9"]],
        "knight": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["ink", "M14.5 35c.3-7.5 6.5-9 7.3-13.8-2.3 2-4.8 2.5-7.3 4.8-1.5 1.3-3.6.8-4.8-.9-1-1.5-.8-3 .3-4.6L16 12c.3-3 1.3-5.5 3-7.5l4.5 4C33 9 38.5 18 36 35z"], ["cut", "M18.6 15a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0z"]],
        "goal": [["line", "M4 40V4h36"], ["dim", "M10 19a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["ink", "M15.5 19a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"]],
        "step": [["ink", "M19 24a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"]],
        "vertex": [["ink", "M11 24a13 13 0 1 0 26 0a13 13 0 1 0 -26 0z"]],
        "vertex-gone": [["gone", "M12 24a12 12 0 1 0 24 0a12 12 0 1 0 -24 0z"]],
        "token": [["ink", "M13 24a11 11 0 1 0 22 0a11 11 0 1 0 -22 0z"], ["line", "M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"]],
        "grass": [["leaf-3", "M2 38h44"], ["leaf-2.5", "M9 37l-2-7M13 37l3-8M24 37v-9M33 37l-3-8M38 37l2-7"]],
        "bloom": [["petal", "M15 9a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["petal", "M29.27 19.36a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["petal", "M23.82 36.14a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["petal", "M6.18 36.14a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["petal", "M0.73 19.36a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["leaffill", "M16 24a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z"]],
        "diag-x": [["line", "M38 10L10 38M10 10l28 28"]],
        "card-r": [["shell-2.5", "M13 4h22a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-22a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4z"], ["line", "M31 13L17 35"]],
        "card-b": [["shell-2.5", "M13 4h22a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-22a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4z"], ["line", "M17 13l14 22"]],
        "card-g": [["shell-2.5", "M13 4h22a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-22a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4z"], ["line", "M31 13L17 35M17 13l14 22"]],
        "card-gone": [["gone", "M13 4h22a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-22a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4z"]],
        "was": [["gone", "M11 7h26a4 4 0 0 1 4 4v26a4 4 0 0 1 -4 4h-26a4 4 0 0 1 -4 -4v-26a4 4 0 0 1 4 -4z"]],
        "near": [["dim", "M19 24h10"]],
        "pawns": [["ink", "M19.8 6.4a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0zM24 8c2.5 0 4 2 4.6 5.5.5 2.8 1.6 4.3 3 5.4V22H16.4v-3.1c1.4-1.1 2.5-2.6 3-5.4.6-3.5 2.1-5.5 4.6-5.5z"], ["shell-2", "M19.8 29.9a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0zM24 31.5c2.5 0 4 2 4.6 5.5.5 2.8 1.6 4.3 3 5.4V45.5H16.4v-3.1c1.4-1.1 2.5-2.6 3-5.4.6-3.5 2.1-5.5 4.6-5.5z"]],
        "pawn": [["ink", "M12 38h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z"], ["ink", "M17 12a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z"], ["ink", "M24 15c4.5 0 6 2.5 6 5 0 1.5-1 2.8-2 3.5.5 5.5 2.5 8.5 6 11.5H14c3.5-3 5.5-6 6-11.5-1-.7-2-2-2-3.5 0-2.5 1.5-5 6-5z"]],
        "block": [["ink", "M12 5h24a3 3 0 0 1 3 3v32a3 3 0 0 1 -3 3h-24a3 3 0 0 1 -3 -3v-32a3 3 0 0 1 3 -3z"]],
        "officer": [["line-5", "M9 22L24 11l15 11M9 35l15-11 15 11"]],
        "heart": [["ink", "M24 42C13 34 5.5 27 5.5 17.5 5.5 11 10 7 15 7c3.8 0 7 2.2 9 5.8C26 9.2 29.2 7 33 7c5 0 9.5 4 9.5 10.5C42.5 27 35 34 24 42z"]],
        "tile": [["ink", "M13 8h22a5 5 0 0 1 5 5v22a5 5 0 0 1 -5 5h-22a5 5 0 0 1 -5 -5v-22a5 5 0 0 1 5 -5z"], ["cutline-2", "M16 14h16a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2z"]],
        "diamond": [["ink", "M24 4l16 20-16 20L8 24z"]],
        "skittle": [["ink", "M24 3.5a6 6 0 0 1 4.2 10.3L35 44H13l6.8-30.2A6 6 0 0 1 24 3.5z"], ["cutline-2", "M17 33h14"]],
        "pebble": [["ink", "M8 28c0-9 7-15 17-15 9 0 15 5.5 15 12.5C40 33 33 37 23 37 14 37 8 34 8 28z"]],
        "seed": [["ink", "M24 4c8 9.5 12 16.5 12 24a12 12 0 0 1-24 0c0-7.5 4-14.5 12-24z"], ["cutline-2", "M24 17v15"]],
        "candle": [["ink", "M18 21h12a2 2 0 0 1 2 2v19a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-19a2 2 0 0 1 2 -2z"], ["ink", "M24 4c4 4.5 5.5 7 5.5 9.5a5.5 5.5 0 0 1-11 0C18.5 11 20 8.5 24 4z"], ["cutline-2", "M20 30v8"]],
        "atom": [["ink", "M18 24a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z"], ["line-2.5", "M10.56 10.56a19 8 45 1 0 26.87 26.87a19 8 45 1 0 -26.87 -26.87z"], ["line-2.5", "M37.44 10.56a19 8 135 1 0 -26.87 26.87a19 8 135 1 0 26.87 -26.87z"]],
        "goal-end": [["line", "M44 8V44H8"], ["dim", "M20 29a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"], ["ink", "M25.5 29a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"]],
        "joint": [["leaffill", "M14 24a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z"]],
        "coin": [["shell", "M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"], ["dim", "M9.5 24a14.5 14.5 0 1 0 29 0a14.5 14.5 0 1 0 -29 0z"]],
        "earth": [["shell", "M7 7h34v34H7z"], ["line", "M13 17h22M17 24.5h14M21 32h6"]],
        "dot": [["ink", "M14 24a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z"]],
        "point": [["ink", "M11 24a13 13 0 1 0 26 0a13 13 0 1 0 -26 0z"]],
        "point-taken": [["shell", "M12 24a12 12 0 1 0 24 0a12 12 0 1 0 -24 0z"]]
      }
    };
  }
});

// src/grundy/lab/web/static/board/board-token.js
function parsed(paint) {
  const [name, width] = paint.split("-");
  const stuff = PAINTS[name];
  return { stuff, width: Number(width ?? stuff.width ?? 0) };
}
function stamp(pen, colours, name, x, y, side, ink) {
  pen.save();
  pen.translate(x, y);
  pen.scale(side / SIDE, side / SIDE);
  pen.lineCap = pen.lineJoin = "round";
  for (const { stuff, width, path } of paths(name)) {
    const dye = (own2) => ink ? own2 === "ink" ? ink : null : colours[own2];
    const [fill2, stroke] = [stuff.fill && dye(stuff.fill), stuff.stroke && dye(stuff.stroke)];
    if (fill2) {
      pen.fillStyle = fill2;
      pen.fill(path);
    }
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width;
      pen.setLineDash(stuff.dash ?? []);
      pen.stroke(path);
    }
  }
  pen.restore();
}
function shapes(name) {
  return (TOKENS[name] ?? []).map(([paint, d]) => {
    const { stuff, width } = parsed(paint);
    const line3 = stuff.stroke ? { stroke: `var(--${stuff.stroke})`, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", "stroke-dasharray": stuff.dash?.join(" ") } : {};
    return svg("path", { d, fill: stuff.fill ? `var(--${stuff.fill})` : "none", ...line3 });
  });
}
function token(name, own2 = {}) {
  return svg("svg", { class: "token", viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true", ...own2 }, ...shapes(name));
}
function placed(name, x, y, side) {
  const scale2 = side / SIDE;
  return svg("g", { transform: `translate(${x - side / 2} ${y - side / 2}) scale(${scale2})` }, ...shapes(name));
}
var SIDE, COVERS, TOKENS, PAINTS, drawn, NAMES, PALETTE, PAPER, READERS, fixed, PRINTED, FORCED, paths;
var init_board_token = __esm({
  "src/grundy/lab/web/static/board/board-token.js"() {
    "use strict";
    init_tokens();
    init_dom();
    SIDE = 48;
    COVERS = /* @__PURE__ */ new Set(["blocked", "was", "card-gone", "nothing"]);
    TOKENS = tokens_default.tokens;
    PAINTS = tokens_default.paints;
    drawn = /* @__PURE__ */ new Map();
    NAMES = Object.keys(tokens_default.colours);
    PALETTE = Object.entries(tokens_default.colours).map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`).join(" ");
    PAPER = { card: "#fff", soft: "#fff", rule: "#999", dim: "#333" };
    READERS = { card: "Canvas", soft: "Canvas", win: "Highlight" };
    fixed = (own2, other) => NAMES.map((name) => `--${name}: ${own2[name] ?? other};`).join(" ");
    PRINTED = fixed(PAPER, "#000");
    FORCED = fixed(READERS, "CanvasText");
    paths = (name) => {
      const found = drawn.get(name) ?? (TOKENS[name] ?? []).map(([paint, d]) => ({ ...parsed(paint), path: new Path2D(d) }));
      drawn.set(name, found);
      return found;
    };
  }
});

// src/grundy/lab/web/static/base/words.js
function choose(asked) {
  const known = Object.keys(LANGUAGES);
  for (const one of [asked ?? "", ...navigator.languages]) {
    const short = one.toLowerCase().split("-")[0];
    if (known.includes(short)) return short;
  }
  return "en";
}
function use(found, wanted) {
  words2 = found;
  board = Object.fromEntries(Object.entries(found).filter(([key2]) => key2.startsWith(BOARD)).map(([key2, text]) => [key2.slice(BOARD.length), text]));
  language = wanted;
}
function t(key2, params = {}) {
  const text = words2[key2];
  if (text === void 0) return key2;
  const filled = text.replace(/\{(\w+)(?::(and|or)|\|([^/}]*)\/([^}]*))?\}/g, (_, name, word, first, second) => {
    const titles = () => [params.game].flat().map((one) => words2[`game.${one}`] ?? one);
    const value = name === "game" ? titles() : MOVES.has(name) ? quoted(params[name], params.said) : params[name];
    const said = spell(value, word);
    if (first === void 0) return said;
    return said + ((language === "ko" ? isClosed(said, first) : value === 1) ? first : second);
  });
  return language === "ja" ? filled.replace(BLANK_WITHIN, "") : filled;
}
function spell(value, word) {
  if (Array.isArray(value)) {
    const items = value.map((item2) => spell(item2));
    return [...items.slice(0, -2), items.slice(-2).join(t(word ? `list.${word}` : "list"))].join(t("list"));
  }
  if (typeof value === "number") return number(value);
  return value?.kind ? t(value.kind, value) : String(value ?? "");
}
function isClosed(text, particle) {
  const before = text.at(-1) === ")" ? text.slice(0, text.lastIndexOf("(")).replace(UNREAD, "") : "";
  const read2 = (/[\p{L}\p{N}]$/u.test(before) ? before : text).replace(UNREAD, "");
  const last = read2.at(-1) ?? "";
  const latin = /(?:[lmn]|ng|[aeiou][bkp]|(?:^|[^a-z])r)$/i.test(read2) && (/[lr]/i.test(last) ? 8 : 1);
  const end = /\d/.test(last) ? [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Number(last)] : /[\uac00-\ud7a3]/.test(last) ? (last.charCodeAt(0) - 44032) % 28 : latin;
  return Boolean(end) && !(particle === "으로" && end === 8);
}
function quoted(move, said) {
  const words3 = move?.words ?? said?.[move];
  return words3 ? t("move.quoted", { words: words3 }) : move?.move ?? move;
}
function number(value) {
  return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : String(value);
}
var LANGUAGES, BLANK_WITHIN, BOARD, MOVES, words2, language, board, boardWords, spoken, UNREAD, moveText, made, has;
var init_words = __esm({
  "src/grundy/lab/web/static/base/words.js"() {
    "use strict";
    LANGUAGES = { en: "English", ko: "한국어", ja: "日本語" };
    BLANK_WITHIN = /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g;
    BOARD = "board.";
    MOVES = /* @__PURE__ */ new Set(["move", "better", "reply", "answer"]);
    words2 = {};
    language = "en";
    board = {};
    boardWords = () => board;
    spoken = () => language;
    UNREAD = /[ .,:;!?\u2026'"\u2019\u201d)\]}>]+$/;
    moveText = ({ move, words: words3 }) => words3 ? t(words3.kind, words3) : move;
    made = (moves, steps, ply) => ({ move: moves[ply], words: steps[ply + 1]?.places?.words });
    has = (key2) => key2 in words2;
  }
});

// src/grundy/lab/web/static/board/board-points.js
var board_points_exports = {};
__export(board_points_exports, {
  PointsDrawing: () => PointsDrawing
});
function falls(view, picked, place) {
  if (picked === place) return true;
  if (view.scene.kind !== "graph") return false;
  return (view.at.get(String(picked)) ?? []).some((choice) => choice.places.length > 1 && choice.places.includes(place) && [...view.picked].every((one) => choice.places.includes(Number(one))));
}
function placeOf(event) {
  const found = event.target instanceof Element && event.target.closest("[data-place]");
  return found ? found.getAttribute("data-place") : null;
}
function onCircle(scene) {
  const taken2 = new Set(scene.chords.flat());
  return Array.from({ length: scene.points }, (_, number2) => {
    const angle = 2 * Math.PI * number2 / scene.points;
    const [x, y] = [SIDE2 / 2 + SIDE2 / 2 * Math.sin(angle), SIDE2 / 2 - SIDE2 / 2 * Math.cos(angle)];
    const free = !taken2.has(number2 + 1);
    return { place: number2 + 1, name: String(number2 + 1), x: round(x), y: round(y), free, token: free ? "point" : "point-taken" };
  });
}
function vertices(scene) {
  return scene.vertices.map((vertex, number2) => ({
    place: number2,
    name: String(vertex.label ?? number2),
    x: round(SIDE2 * vertex.x),
    y: round(SIDE2 * vertex.y),
    free: vertex.role !== "removed",
    token: vertex.token ?? "vertex",
    plant: scene.paint === "leaf"
  }));
}
function outwards({ x, y }, far) {
  const [across, down] = [x - SIDE2 / 2, y - SIDE2 / 2];
  const long = Math.hypot(across, down);
  return long < 1 ? [far * 0.7, far * 0.7] : [across / long * far, down / long * far];
}
function nearest(points2) {
  let least = SIDE2;
  const few = points2.length <= 300 ? points2 : points2.slice(0, 2);
  few.forEach((a, i) => {
    for (const b of few.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}
function onEdges({ scene, choices, picked }) {
  const there = new Set(scene.edges.map(pairOf));
  const found = choices.filter(({ places }) => (places.length === 2 || places.length === 1) && there.has(pairOf(places)));
  return picked.size || found.length > MOST_EDGES ? [] : found;
}
function bowsOf(scene, choices) {
  const waiting = /* @__PURE__ */ new Map();
  scene.edges.forEach((edge, i) => waiting.set(pairOf(edge), [...waiting.get(pairOf(edge)) ?? [], i]));
  return new Map(choices.map((choice) => {
    const line3 = waiting.get(pairOf(choice.places))?.shift() ?? -1;
    return [choice, { bow: scene.bows?.[line3] ?? 0, line: line3 }];
  }));
}
function ends(a, b) {
  return [a.token === "ground" ? { x: b.x, y: a.y } : a, b.token === "ground" ? { x: a.x, y: b.y } : b];
}
function valueOf({ show }, { places, nimber, wins: wins2 }, points2, bow) {
  const [x, y] = middle(places, points2, bow);
  if (show.has("values") && nimber !== null) return valueMark(nimber, wins2 && show.has("winning"), x, y, 32);
  return null;
}
function ground(points2) {
  const found = points2.find(({ token: token2 }) => token2 === "ground");
  if (!found) return null;
  const grass = [0.04, 0.36, 0.66, 0.97].map((part) => placed("grass", SIDE2 * part, found.y - 16, 56));
  return svg("g", {}, ...grass, svg("path", { class: "ground", d: `M${-EDGE / 2} ${found.y}H${SIDE2 + EDGE / 2}` }));
}
function hanging({ vertices: vertices2, edges }, cut) {
  const root = vertices2.findIndex((vertex) => vertex.token === "ground");
  if (root < 0) return cut < 0 ? [] : [cut];
  const reached = /* @__PURE__ */ new Set([root]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    edges.forEach(([a, b], i) => {
      if (i !== cut && (reached.has(a) || reached.has(b))) reached.add(a).add(b);
    });
  }
  return edges.flatMap(([a], i) => i === cut || !reached.has(a) ? [i] : []);
}
function ordered(places, points2) {
  const numbers = places.map(Number).sort((a, b) => a - b);
  return [points2[numbers[0]], points2[numbers[numbers.length - 1]]];
}
function way(places, points2, bow = 0) {
  const [one, other] = ordered(places, points2);
  const [a, b] = ends(one, other);
  const side = LOOP * bow;
  if (one === other) {
    if (one.token !== "ground") return `M${a.x} ${a.y}C${a.x + side} ${a.y - side} ${a.x + side} ${a.y + side} ${a.x} ${a.y}`;
    const [left, right] = [a.x + LOOP - side / 2.5, a.x + LOOP + side / 2.5];
    return `M${left} ${a.y}C${left} ${a.y - side} ${right} ${a.y - side} ${right} ${a.y}`;
  }
  const [across, down] = bend(a, b, bow);
  return across || down ? `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + across} ${(a.y + b.y) / 2 + down} ${b.x} ${b.y}` : line(a, b);
}
function middle(places, points2, bow = 0) {
  const [one, other] = ordered(places, points2);
  const [a, b] = ends(one, other);
  if (one === other) return one.token === "ground" ? [a.x + LOOP, a.y - 0.75 * LOOP * bow] : [a.x + 0.75 * LOOP * bow, a.y];
  const [across, down] = bend(a, b, bow);
  return [(a.x + b.x + across) / 2, (a.y + b.y + down) / 2];
}
function circle(view, points2) {
  const { chords, regions, nimbers } = view.scene;
  const shown = view.show.has("components");
  const parts = [svg("circle", { class: "rim", cx: SIDE2 / 2, cy: SIDE2 / 2, r: SIDE2 / 2 })];
  const corners = (region) => region.map((number2) => points2[number2 - 1]);
  for (const region of shown ? regions : []) {
    if (region.length > 2) parts.push(svg("path", { class: "region", d: "M" + corners(region).map((p) => `${p.x} ${p.y}`).join("L") + "z" }));
    if (region.length === 2) parts.push(svg("path", { class: "region", d: line(points2[region[0] - 1], points2[region[1] - 1]) }));
  }
  const drawn2 = chords.map(([a, b]) => line(points2[a - 1], points2[b - 1])).join("");
  parts.push(svg("path", { class: "chord", d: drawn2 }));
  (shown ? regions : []).forEach((region, i) => {
    if (region.length < 3 || nimbers?.[i] === void 0) return;
    const x = corners(region).reduce((sum, p) => sum + p.x, 0) / region.length;
    const y = corners(region).reduce((sum, p) => sum + p.y, 0) / region.length;
    if (Math.min(...corners(region).map((p) => Math.hypot(p.x - x, p.y - y))) < 36) return;
    parts.push(svg("circle", { class: "plate", cx: round(x), cy: round(y), r: 16 }));
    parts.push(svg("text", { class: "plated", x: round(x), y: round(y) }, String(nimbers[i])));
  });
  return svg("g", { "aria-hidden": "true" }, ...parts);
}
function wins(view, points2) {
  const found = view.choices.filter((choice) => choice.wins && choice.places.length === 2);
  const shown = view.show.has("winning") && found.length <= MOST_LINES;
  const at = new Map(points2.map((point) => [point.place, point]));
  const d = shown ? found.map(({ places: [a, b] }) => line(
    /** @type {Point} */
    at.get(Number(a)),
    /** @type {Point} */
    at.get(Number(b))
  )).join("") : "";
  return svg("path", { class: "win", d, "aria-hidden": "true" });
}
function legend(view, graph) {
  const found = [];
  if (!graph && view.scene.chords.length) found.push(sign("bar", view.say("legend-chord")));
  if (!graph && view.show.has("components") && view.scene.regions.length) found.push(sign("blank", view.say("legend-region")));
  if (view.show.has("winning") && view.choices.some((choice) => choice.wins)) found.push(sign(graph ? "ring" : "dash", view.say("legend-winning")));
  return found;
}
function valueMark(value, wins2, x, y, side) {
  const { background, color } = onNimber(value);
  const wide = side * Math.max(1, 0.3 + 0.35 * String(value).length);
  return svg(
    "g",
    { class: "value", "aria-hidden": "true" },
    svg("rect", { x: x - wide / 2, y: y - side / 2, width: wide, height: side, rx: side / 8, fill: background }),
    wins2 ? svg("rect", { class: "round", x: x - wide / 2 + side * 0.08, y: y - side * 0.42, width: wide - side * 0.16, height: side * 0.84, rx: side * 0.42, fill: "none", stroke: color, "stroke-width": side / 14 }) : null,
    svg("text", { x, y, fill: color, "font-size": side * 0.6 }, String(value))
  );
}
var SIDE2, EDGE, BOW, LOOP, MOST_EDGES, MOST_LINES, PointsDrawing, round, pairOf, bend, line;
var init_board_points = __esm({
  "src/grundy/lab/web/static/board/board-points.js"() {
    "use strict";
    init_dom();
    init_board_legend();
    init_board_listbox();
    init_board_token();
    init_colours();
    SIDE2 = 520;
    EDGE = 46;
    BOW = 0.4;
    LOOP = 68;
    MOST_EDGES = 60;
    MOST_LINES = 40;
    PointsDrawing = class extends ListboxDrawing {
      constructor(hands) {
        super(hands);
        this.list = this.svg = svg("svg", {
          class: "points",
          role: "listbox",
          onkeydown: (e) => this.key(e),
          onpointerover: (e) => e.pointerType !== "touch" && this.show(placeOf(e)),
          onpointerleave: () => this.show(null),
          onpointerdown: (e) => this.from = e.pointerType === "touch" ? null : placeOf(e),
          onpointerup: (e) => this.dragged(placeOf(e))
        });
        this.from = null;
        this.shown = svg("path", { class: "preview", "aria-hidden": "true" });
        this.legend = el("div", { class: "legend" });
        this.node = el("div", { class: "pointsbox" }, this.svg, this.legend);
        this.points = [];
        this.edges = [];
        this.bows = /* @__PURE__ */ new Map();
        this.lines = [];
      }
      update(view) {
        if (!this.isNew(view, [view.scene, view.choices.length])) return;
        const focused = this.hasFocus();
        const graph = view.scene.kind === "graph";
        this.points = graph ? vertices(view.scene) : onCircle(view.scene);
        this.edges = graph ? onEdges(view) : [];
        this.bows = graph ? bowsOf(view.scene, this.edges) : /* @__PURE__ */ new Map();
        this.keepWithin(this.points.length + this.edges.length);
        const near = nearest(this.points);
        const radius = Math.max(3, Math.min(graph ? 20 : 11, near / (graph ? 2.6 : 3)));
        const wide = Math.max(SIDE2, SIDE2 + 2 * EDGE);
        this.svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${wide} ${wide}`);
        this.svg.setAttribute("aria-label", view.label || view.say(graph ? "graph" : "circle", { number: this.points.length }));
        const points2 = this.points.map((point, number2) => this.point(view, point, number2, radius, near));
        const lines = this.edges.map((choice, number2) => this.edge(view, choice, this.points.length + number2));
        this.options = [...points2, ...lines];
        fill(
          this.svg,
          graph ? this.drawnEdges(view) : circle(view, this.points),
          this.edges.length ? null : wins(view, this.points),
          ...lines,
          this.shown,
          ...points2,
          ...this.edges.map((choice) => valueOf(view, choice, this.points, this.bows.get(choice)?.bow))
        );
        fill(this.legend, ...legend(view, graph));
        this.show(null);
        if (focused) this.focus();
      }
      /**
       * @param {View} view
       * @param {Point} point
       * @param {number} number
       * @param {number} radius
       * @param {number} near
       */
      point(view, point, number2, radius, near) {
        const place = String(point.place);
        const here = view.at.get(place) ?? [];
        const one = here.length === 1 ? here[0] : null;
        const told = view.picked.size > 0 || here.every((choice) => choice.places.length === 1);
        const wins2 = view.show.has("winning") && here.some((choice) => choice.wins && (!this.edges.length || choice.places.length === 1)) && !view.picked.has(place);
        const value = view.show.has("values") && told && one && !view.picked.has(place) ? one.nimber : null;
        const words3 = [view.say("point", { name: point.name }), view.say(point.free ? "free" : "taken")];
        if (value !== null) words3.push(view.say("after", { value }));
        if (wins2) words3.push(view.say("wins"));
        const open = here.length > 0 && !view.disabled;
        const classes2 = ["point", point.free ? "free" : "taken"];
        if (wins2) classes2.push("wins");
        const graph = view.scene.kind === "graph";
        const dot = svg("circle", { class: "dot", cx: point.x, cy: point.y, r: radius });
        const size = point.token.startsWith("point") || point.token.startsWith("vertex") ? radius * 48 / 13 : radius * 2.6;
        const drawn2 = point.token === "ground" ? null : placed(point.token, point.x, point.y, size);
        const side = Math.max(26, Math.min(36, near / 2.5));
        const far = graph ? outwards(point, radius + side * 0.62) : [(SIDE2 / 2 - point.x) * 0.09, (SIDE2 / 2 - point.y) * 0.09];
        const shown = value === null ? null : valueMark(value, wins2, point.x + far[0], point.y + far[1], side);
        const [middle2, away] = [SIDE2 / 2, 1 + (radius + 22) / (SIDE2 / 2)];
        const name = svg(
          "text",
          {
            class: graph ? `name inside ${point.token}` : "name",
            x: graph ? point.x : middle2 + (point.x - middle2) * away,
            y: graph ? point.y : middle2 + (point.y - middle2) * away
          },
          near > 14 || number2 % Math.ceil(18 / near) === 0 ? point.name : ""
        );
        return svg(
          "g",
          { ...this.option(view, number2, { place, open, classes: classes2, words: words3 }), onclick: () => this.hands.pick(point.place) },
          svg("circle", { class: "reach", cx: point.x, cy: point.y, r: this.edges.length && point.plant ? radius : Math.max(radius, Math.min(44, near / 2)) }),
          drawn2,
          svg("circle", { class: "halo", cx: point.x, cy: point.y, r: radius + 6 }),
          dot,
          name,
          shown
        );
      }
      /** An edge that a move takes, as an option that can be picked. */
      edge(view, choice, number2) {
        const d = way(choice.places, this.points, this.bows.get(choice)?.bow);
        const wins2 = view.show.has("winning") && choice.wins && !view.show.has("values");
        const hint = choice.places.every((place) => view.hint.has(String(place)));
        const own2 = this.move(view, choice, number2, view.say("edge", { name: choice.move }), (one) => this.aimed(one));
        return svg("g", { ...own2, class: `line ${view.disabled ? "" : "open"}${wins2 ? " wins" : ""}${hint ? " hint" : ""}` }, svg("path", { class: "along", d }), svg("path", { class: "reach", d }));
      }
      /** Show the edges that a cut would separate from the ground. */
      aimed(choice) {
        const view = (
          /** @type {View} */
          this.view
        );
        const lost = choice && !view.disabled ? hanging(view.scene, this.bows.get(choice)?.line ?? -1) : [];
        for (const [number2, node] of this.lines.entries()) node.classList.toggle("falls", lost.includes(number2));
      }
      drawnEdges({ scene }) {
        const { points: points2 } = this;
        this.lines = scene.edges.map((edge, i) => svg("path", { class: `edge ${scene.paint ?? ""}`, d: way(edge, points2, scene.bows?.[i]) }));
        const gone = (scene.gone ?? []).map((edge, i) => way(edge, points2, scene.bows?.[scene.edges.length + i])).join("");
        return svg("g", { "aria-hidden": "true" }, ground(points2), svg("path", { class: "edge gone", d: gone }), ...this.lines);
      }
      /** Show what picking a point would draw or take. */
      show(place) {
        const view = (
          /** @type {View} */
          this.view
        );
        const at = new Map(this.points.map((point) => [String(point.place), point]));
        const to = place === null ? void 0 : at.get(place);
        const [first] = view.picked;
        const from = first === void 0 ? void 0 : at.get(first);
        const there = to && !view.disabled && (view.at.get(to && String(to.place)) ?? []).length > 0;
        this.shown.setAttribute("d", there && from && from !== to ? line(from, to) : "");
        for (const [number2, option] of this.options.slice(0, this.points.length).entries()) option.classList.toggle("falls", Boolean(there && to && falls(view, to.place, this.points[number2].place)));
      }
      /** Make the move between the point at which a drag has begun and the point at which it ends. */
      dragged(to) {
        const { from, view } = this;
        this.from = null;
        if (from === null || to === null || from === to || !view || view.disabled || view.picked.size) return;
        const choice = (view.at.get(from) ?? []).find(({ places }) => places.length === 2 && places.map(String).includes(to));
        if (choice) this.hands.choose(choice);
      }
      /** @override */
      enter() {
        const { place, points: points2 } = this;
        if (place < points2.length) this.hands.pick(points2[place].place);
        else this.hands.choose(this.edges[place - points2.length]);
      }
      steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
      /**
       * @override
       * @param {'ArrowDown'} key or another arrow
       */
      arrow(key2) {
        const all = this.options.length;
        return (this.place + all + this.steps[key2]) % all;
      }
      /** @override */
      moved() {
        const { place, points: points2 } = this;
        if (place < points2.length) this.show(String(points2[place].place));
        this.aimed(this.edges[place - points2.length] ?? null);
      }
    };
    round = (x) => Math.round(10 * x) / 10;
    pairOf = (ends2) => [...new Set(ends2.map(Number))].sort((a, b) => a - b).join(" ");
    bend = (a, b, bow) => a.plant && b.plant && a.y === b.y ? [0, -(BOW + bow) * Math.abs(a.x - b.x)] : [bow * (a.y - b.y), bow * (b.x - a.x)];
    line = (a, b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;
  }
});

// src/grundy/lab/web/static/board/board-tokens.js
function spans(size, choices, inside) {
  const found = [];
  for (const choice of choices) {
    const sizes = choice.sizes?.map(Number);
    if (!sizes || sizes.length > 2) continue;
    const [a = 0, b = 0] = sizes;
    const parted = sizes.length === 2;
    const inner = (inside || parted) && a + b < size;
    found.push({ choice, from: a, to: size - b, inner });
    if ((inner || parted) && a !== b) found.push({ choice, from: b, to: size - a, inner });
  }
  return found;
}
function pick(all, before, token2) {
  const range = before ? { low: Math.min(before.low, token2), high: Math.max(before.high, token2) } : { low: token2, high: token2 };
  const left = all.filter((span) => holds(span, range));
  if (before && !left.length) return pick(all, null, token2);
  const ended2 = before && left.find(({ from, to }) => from === range.low && to === range.high + 1);
  const again = before && range.low === range.high && left.find(({ from, to, inner }) => !inner && from < to);
  const only = left.every(({ choice }) => choice === left[0].choice) && (left.find(({ from }) => from === token2) ?? left[0]);
  return { span: ended2 || again || only || null, range, left };
}
function holds({ from, to, inner }, { low, high }) {
  if (inner) return from <= low && high < to;
  return low === high && from === low || from === to && low === from - 1 && high === from;
}
function marks(all) {
  const found = all.map(({ choice, from, to, inner }) => {
    const middle2 = from === to ? from : inner ? (from + to) / 2 : from + 0.5;
    const gap = Number.isInteger(middle2);
    return { token: Math.floor(middle2), level: inner && from < to ? Math.floor((to - from - 1) / 2) * 2 + Number(gap) : Number(gap), gap, choice };
  });
  const levels = [...new Set(found.map(({ level }) => level))].sort((a, b) => a - b);
  return found.map((mark) => ({ ...mark, level: levels.indexOf(mark.level) }));
}
function tokenRow(size, name) {
  const one = token(name, { preserveAspectRatio: "xMidYMid slice" });
  const dots = (first, count) => Array.from({ length: count }, (_, i) => el("i", { "data-token": first + i }, one.cloneNode(true)));
  const all = size <= MOST_DRAWN ? dots(0, size) : [...dots(0, ENDS), el("span", { class: "gap" }, "···"), ...dots(size - ENDS, ENDS)];
  return el("span", { class: size > 60 ? "tokens many" : NARROW.has(name) ? "tokens narrow" : "tokens", "aria-hidden": "true" }, ...all);
}
var MOST_DRAWN, ENDS, NARROW;
var init_board_tokens = __esm({
  "src/grundy/lab/web/static/board/board-tokens.js"() {
    "use strict";
    init_board_token();
    init_dom();
    MOST_DRAWN = 400;
    ENDS = 8;
    NARROW = /* @__PURE__ */ new Set(["pin", "match", "pawns", "candle", "skittle"]);
  }
});

// src/grundy/lab/web/static/board/board-heaps.js
var board_heaps_exports = {};
__export(board_heaps_exports, {
  HeapsDrawing: () => HeapsDrawing
});
function isSure(left, picked, token2) {
  const { span, range } = pick(left, picked, token2);
  return span !== null && range.low <= picked.low && range.high >= picked.high;
}
function grouped(value) {
  return BigInt(value).toLocaleString();
}
function tokenOf(event) {
  const token2 = event.target instanceof Element && event.target.closest("[data-token]");
  const heap = token2 && token2.closest("[data-place]");
  return heap ? { heap: Number(heap.getAttribute("data-place")), token: Number(token2.getAttribute("data-token")) } : null;
}
var MOST_VALUED, MARK, WORTH, LONG, HeapsDrawing;
var init_board_heaps = __esm({
  "src/grundy/lab/web/static/board/board-heaps.js"() {
    "use strict";
    init_board_listbox();
    init_board_tokens();
    init_colours();
    init_dom();
    init_words();
    MOST_VALUED = 30;
    MARK = 32;
    WORTH = 40;
    LONG = 9;
    HeapsDrawing = class extends ListboxDrawing {
      constructor(hands) {
        super(hands);
        this.node = el("div", {
          class: "heaps",
          role: "listbox",
          onkeydown: (e) => this.key(e),
          onpointerover: (e) => e.pointerType !== "touch" && this.show(tokenOf(e)),
          onpointerleave: () => this.show(null)
        });
        this.list = this.node;
        this.picked = null;
        this.shown = null;
        this.cursor = null;
      }
      update(view) {
        const fresh = this.view?.scene !== view.scene;
        const isNew = this.isNew(view, view.scene.heaps);
        if (fresh) this.shown = this.cursor = null;
        if (fresh || !view.offered.length) this.picked = null;
        const heaps = view.scene.heaps;
        if (!isNew) return;
        this.keepWithin(heaps.length);
        const focused = this.hasFocus();
        this.node.setAttribute("aria-label", view.label || view.say("heaps", { number: heaps.length }));
        const most = Math.max(1, ...[Number(view.scene.most ?? 0), ...heaps.map((heap) => Number(heap.size))].map((size) => Math.min(size, 60)));
        const beside = (view.show.has("winning") ? MARK : 0) + (view.show.has("components") ? WORTH : 0);
        set(this.node, { style: { "--rows": Math.max(1, heaps.length), "--most": most, "--beside": `${beside}px` } });
        this.options = heaps.map((heap, number2) => this.heap(view, heap, number2));
        fill(this.node, ...heaps.length ? this.options : [el("p", { "aria-hidden": "true" }, view.say("heaps-none"))]);
        if (focused) this.focus();
        this.show(null);
      }
      heap(view, heap, number2) {
        const place = String(number2);
        const here = view.at.get(place) ?? [];
        const wins2 = view.show.has("winning") && here.some((choice) => choice.wins);
        const nimber = view.show.has("components") ? heap.nimber ?? null : null;
        const words3 = [view.say("heap", { size: heap.size })];
        if (nimber !== null) words3.push(view.say("nimber", { value: nimber }));
        if (wins2) words3.push(view.say("wins"));
        const classes2 = ["heap"];
        if (grouped(heap.size).length > LONG) classes2.push("long");
        const open = here.length > 0 && !view.disabled;
        const row = tokenRow(Number(heap.size), view.scene.token ?? "counter");
        if (view.show.has("values") && Number(heap.size) <= MOST_VALUED) this.value(row, number2);
        return el(
          "div",
          {
            ...this.option(view, number2, { place, open, classes: classes2, words: words3 }),
            onclick: (event) => this.click(number2, tokenOf(event), event.pointerType === "touch")
          },
          el("span", { class: "size", "aria-hidden": "true" }, grouped(heap.size)),
          row,
          wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
          nimber !== null && el("span", { class: "worth", "aria-hidden": "true", "data-value": grouped(nimber) })
        );
      }
      /** Write the nimber after each move below the tokens that stand for it. */
      value(row, heap) {
        const { show } = (
          /** @type {View} */
          this.view
        );
        const found = marks(this.spans(heap)).filter(({ choice }) => choice.nimber !== null);
        const levels = Math.max(-1, ...found.map(({ level }) => level)) + 1;
        row.style.setProperty("--levels", String(levels));
        for (const { token: token2, level, gap, choice } of found) {
          const nimber = (
            /** @type {number} */
            choice.nimber
          );
          const looks2 = `num ${gap ? "gap" : ""}${choice.wins && show.has("winning") ? " wins" : ""}`;
          row.children[token2]?.append(el("span", { class: looks2, "aria-hidden": "true", "data-value": nimber, style: { ...onNimber(nimber), "--level": level } }));
        }
      }
      /**
       * @param {number} heap
       * @param {Spot | null} spot the token, or null if the heap itself was picked
       * @param {boolean} [finger]
       */
      click(heap, spot, finger = false) {
        if (!this.view || this.view.disabled) return;
        if (!spot) {
          this.hands.pick(heap);
          return;
        }
        const before = this.pickedOn(heap);
        const { span, range, left } = this.look(spot);
        const same = before !== null && before.low === range.low && before.high === range.high;
        const foreseen = span && (span.choice === this.shown || span.from === range.low && span.to === range.high + 1);
        if (span && finger && !foreseen) {
          this.shown = span.choice;
          this.hands.offer([span.choice], "token-again", { move: moveText(span.choice) });
        } else if (span) this.hands.choose(span.choice);
        else if (left.length && !same) {
          this.picked = { heap, ...range };
          this.shown = null;
          this.hands.offer([...new Set(left.map(({ choice }) => choice))], "token-picked", { number: spot.token + 1 });
        } else {
          this.picked = this.shown = null;
          this.hands.offer([], before ? "unpicked" : "nothing");
        }
        this.show(spot);
      }
      pickedOn(heap) {
        return this.picked?.heap === heap ? this.picked : null;
      }
      spans(heap) {
        const view = (
          /** @type {View} */
          this.view
        );
        return spans(Number(view.scene.heaps[heap].size), view.at.get(String(heap)) ?? [], view.scene.inside);
      }
      /**
       * @param {Spot} spot
       * @returns {Pick} the effect of picking the token
       */
      look({ heap, token: token2 }) {
        return pick(this.spans(heap), this.pickedOn(heap), token2);
      }
      /** Show the picked tokens, the tokens that complete a move, and the tokens that a pick would take. */
      show(spot) {
        for (const node of this.node.querySelectorAll("i[class]")) node.removeAttribute("class");
        const { picked } = this;
        if (picked) {
          const { left: left2 } = pick(this.spans(picked.heap), picked, picked.low);
          const ends2 = (token2) => left2.some(({ from, to }) => token2 >= from - 1 && token2 <= to) && isSure(left2, picked, token2);
          this.mark(picked.heap, "able", ends2);
          this.mark(picked.heap, "aimed", (token2) => token2 >= picked.low && token2 <= picked.high);
        }
        if (!spot || !this.view || this.view.disabled) return;
        const { span, range, left } = this.look(spot);
        if (span) this.foresee(spot.heap, span);
        else if (left.length) this.mark(spot.heap, "aimed", (token2) => token2 >= range.low && token2 <= range.high);
      }
      /** Show what a move takes, or where it splits the heap. */
      foresee(heap, { from, to }) {
        if (from === to) this.mark(heap, "parts", (token2) => token2 >= from);
        else this.mark(heap, "falls", (token2) => token2 >= from && token2 < to);
      }
      /** Show a move of the list. */
      preview(choice) {
        this.show(null);
        if (!choice?.places.length) return;
        const heap = Number(choice.places[0]);
        const span = this.spans(heap).find((one) => one.choice === choice);
        if (span) this.foresee(heap, span);
      }
      /**
       * @param {number} heap
       * @param {string} name a class
       * @param {(token: number) => boolean} has which of the drawn tokens get it
       */
      mark(heap, name, has2) {
        for (
          const node of
          /** @type {NodeListOf<HTMLElement>} */
          this.node.children[heap].querySelectorAll("i")
        ) {
          if (has2(Number(node.dataset.token))) node.classList.add(name);
        }
      }
      /** @override */
      enter() {
        this.click(this.place, this.cursor);
      }
      /** @override */
      arrow(key2) {
        if (key2 === "ArrowRight") this.walk(1);
        if (key2 === "ArrowLeft") this.walk(-1);
        return super.arrow(key2);
      }
      /** @override */
      moved() {
        this.cursor = null;
        this.show(null);
      }
      /** Move the focus along the tokens of the heap. */
      walk(step) {
        const size = Number(this.view?.scene.heaps[this.place].size);
        if (!size) return;
        const before = this.cursor?.heap === this.place ? this.cursor.token : step > 0 ? -1 : size;
        const token2 = Math.max(0, Math.min(size - 1, before + step));
        this.cursor = { heap: this.place, token: token2 };
        this.show(this.cursor);
        const { span } = this.look(this.cursor);
        const value = this.view?.show.has("values") ? span?.choice.nimber ?? null : null;
        const move = span && [moveText(span.choice), value !== null && this.view?.say("after", { value })].filter(Boolean).join(", ");
        this.hands.tell(span ? "token-move" : "token", { number: token2 + 1, size, move });
      }
      /** @override */
      escape() {
        const before = this.picked ?? this.cursor;
        this.cursor = null;
        if (this.picked) this.hands.back();
        this.show(null);
        if (!before) this.hands.back();
      }
    };
  }
});

// src/grundy/lab/web/static/base/memory.js
function remember(name, text) {
  own().set(name, text);
  try {
    sessionStorage.setItem(KEY + name, text);
  } catch {
    try {
      history.replaceState({ kept: Object.fromEntries(own()) }, "");
    } catch {
    }
  }
}
function remembered(name) {
  try {
    return own().get(name) ?? sessionStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}
function store(name, text) {
  try {
    localStorage.setItem(KEY + name, text);
    refused.delete(name);
  } catch {
    refused.add(name);
    remember(name, text);
  }
  return !refused.has(name);
}
function stored(name) {
  try {
    return refused.has(name) ? remembered(name) : localStorage.getItem(KEY + name);
  } catch {
    return remembered(name);
  }
}
var KEY, kept, own, refused;
var init_memory = __esm({
  "src/grundy/lab/web/static/base/memory.js"() {
    "use strict";
    KEY = "grundy.";
    kept = null;
    own = () => kept ??= new Map(Object.entries(history.state?.kept ?? {}));
    refused = /* @__PURE__ */ new Set();
  }
});

// src/grundy/lab/web/static/base/typed-rules.js
var init_typed_rules = __esm({
  "src/grundy/lab/web/static/base/typed-rules.js"() {
    "use strict";
    init_memory();
  }
});

// src/grundy/lab/notebook/widget.js
init_dom();

// src/grundy/lab/web/static/board/board-grid.js
init_board_legend();

// src/grundy/lab/web/static/board/board-made.js
function asMade(scene, made2) {
  if (scene.dominoes?.length) return { ...scene, dominoes: dominoes(scene, made2), stamps: [] };
  if (!scene.walls?.length) return { .../** @type {Scene} */
  scene, stamps: [] };
  const taken2 = /* @__PURE__ */ new Set();
  const walls = made2.filter(({ places }) => places.length === 1).map(({ places: [[row, column]] }) => {
    const reach = (down, right) => {
      let steps = 0;
      while (scene.rows[row + (steps + 1) * down]?.[column + (steps + 1) * right] && !taken2.has(`${row + (steps + 1) * down},${column + (steps + 1) * right}`)) steps += 1;
      return steps;
    };
    const wall = { row, column, top: row - reach(-1, 0), bottom: row + reach(1, 0), left: column - reach(0, -1), right: column + reach(0, 1) };
    for (const cell of cellsOf(wall)) taken2.add(cell);
    return wall;
  });
  const gone = scene.rows.flatMap((row, r) => row.flatMap(({ role }, c) => role === "removed" ? [`${r},${c}`] : []));
  const explained = walls.length > 0 && gone.length === taken2.size && gone.every((cell) => taken2.has(cell));
  if (!explained) return { .../** @type {Scene} */
  scene, stamps: [] };
  return { ...scene, walls, stamps: made2.map(({ places: [[row, column]], by, ply }) => ({ row, column, by, ply })) };
}
function* cellsOf({ row, column, top, bottom, left, right }) {
  for (let other = left; other <= right; other += 1) yield `${row},${other}`;
  for (let other = top; other <= bottom; other += 1) yield `${other},${column}`;
}
function dominoes(scene, made2) {
  const covered = new Set(scene.dominoes.flat().map(String));
  const met = /* @__PURE__ */ new Set();
  return [...made2.map(({ places }) => places).filter((places) => places.length === 2), ...scene.dominoes].filter((pair) => {
    const fits = pair.every((cell) => covered.has(String(cell)) && !met.has(String(cell)));
    if (fits) for (const cell of pair) met.add(String(cell));
    return fits;
  });
}
function taken(scene, [row, column]) {
  const found = [{ spot: (
    /** @type {Spot} */
    [row, column]
  ), far: 0 }];
  const { rows } = scene;
  const ways = (scene.cuts ?? []).find(([symbol]) => symbol === rows[row][column].symbol)?.[1] ?? [];
  for (const [down, right] of ways) {
    let [r, c, far] = [row + down, column + right, 1];
    while (rows[r]?.[c] && rows[r][c].role !== "removed") {
      found.push({ spot: [r, c], far });
      [r, c, far] = [r + down, c + right, far + 1];
    }
  }
  return found;
}
function preview(view, spot) {
  const here = view.at.get(String(spot)) ?? [];
  if (!here.length || view.disabled) return [];
  const { scene } = view;
  const piece = pieceOf(scene);
  if (piece && here[0].places.length === 1) return between(piece, spot);
  if (here.length === 1 && here[0].places.length > 1) {
    return here[0].places.map((place) => ({ spot: (
      /** @type {Spot} */
      place
    ), far: 0 }));
  }
  return here[0].places.length === 1 ? taken(scene, spot) : [{ spot, far: 0 }];
}
function pieceOf(scene) {
  for (const [r, row] of scene.rows.entries()) {
    const c = row.findIndex((cell) => cell.role === "piece");
    if (c >= 0) return (
      /** @type {Spot} */
      [r, c]
    );
  }
  return null;
}
function between([top, left], [row, column]) {
  const steps = Math.max(Math.abs(row - top), Math.abs(column - left));
  const straight = row === top || column === left || Math.abs(row - top) === Math.abs(column - left);
  if (!straight || !steps) return [{ spot: (
    /** @type {Spot} */
    [row, column]
  ), far: 0 }];
  return Array.from({ length: steps }, (_, i) => ({
    spot: (
      /** @type {Spot} */
      [top + (row - top) * (i + 1) / steps, left + (column - left) * (i + 1) / steps]
    ),
    far: i
  }));
}

// src/grundy/lab/web/static/board/board-cell.js
init_board_listbox();
var NONE = [];
function looksOf(view, apart) {
  const { scene, show, disabled } = view;
  const { floor = "squares", rows } = scene;
  const tokens = new Map(scene.tokens ?? []);
  const walls = new Set((scene.walls ?? []).flatMap((wall) => [...cellsOf(wall)]));
  const dominoes2 = new Set((scene.dominoes ?? []).flat().map(String));
  const values = show.has("values") || show.has("pointed");
  const corners = scene.touch === "corners";
  return rows.map((row, r) => row.map((cell, c) => {
    const place = `${r},${c}`;
    const role = cell.role ?? "cell";
    const here = view.at.get(place) ?? NONE;
    const choosable = here.length > 0;
    const token2 = tokens.get(role) ?? (role === "removed" ? "" : tokens.get(cell.symbol) ?? "");
    const told = values && cell.outcome && !choosable ? cell.outcome : "";
    const solid = role === "cell" || role === "piece";
    const value = (values && solid ? cell.value ?? nimberHere(view, here, apart) : null) ?? null;
    const letter = token2 || cell.outcome || cell.symbol === "." ? "" : cell.symbol;
    const plain = role === "removed" || role === "absent" ? "" : role === "blocked" && letter === "#" ? "" : told || letter;
    return {
      place,
      role,
      letter,
      value,
      told,
      corners,
      plain,
      token: dominoes2.has(place) ? "free" : token2,
      text: value === null ? plain : String(value),
      corner: value !== null && role === "cell" ? letter : "",
      wall: role === "removed" && !corners && (scene.cuts?.length ?? 0) > 0,
      wins: show.has("winning") && here.some((choice) => choice.wins && (!apart || choice.places.length === 1)),
      lost: role === "cell" && (value === 0 && !choosable || told === "P"),
      movable: choosable && cell.component === void 0,
      open: choosable && !disabled,
      component: cell.component,
      shown: choosable && cell.component === void 0 && (!token2 || Boolean(scene.goal)),
      stroked: walls.has(place),
      square: floor === "squares",
      side: floor !== "line" ? 0 : row[c + 1]?.symbol === cell.symbol ? -1 : 1
    };
  }));
}
var rowNumber = ({ rows, first, floor }, r) => first + (floor === "steps" ? rows.length - 1 - r : r);
function nimberHere({ picked }, here, apart) {
  const alone = here.length === 1 && (picked.size || !apart) ? here : here.filter(({ places }) => places.length === 1);
  return alone.length && alone.every(({ nimber }) => nimber === alone[0].nimber) ? alone[0].nimber : null;
}
function classes(view, { place, role, wall, open, wins: wins2 }) {
  let found = role;
  if (wall) found += " wall";
  if (open) found += " open";
  if (wins2) found += " wins";
  return [found, ...marksOf(view, place)].join(" ");
}
function words(view, { place, role, value, told, wins: wins2, movable }, r, c) {
  const { first, worth: worth2, rows } = view.scene;
  const cell = rows[r][c];
  const symbol = cell.outcome || cell.symbol === "." ? "" : cell.symbol;
  const found = [view.say("at", { row: rowNumber(view.scene, r), column: c + first }), view.say(role === "absent" ? "removed" : role)];
  if (symbol && role === "cell") found.push(symbol);
  if (value !== null) found.push(view.say(worth2 ? "worth" : "after", { value }));
  if (told) found.push(view.say(`outcome-${told}`));
  if (wins2) found.push(view.say("wins"));
  else if (movable) found.push(view.say("choice"));
  found.push(...saidOf(view, place, ["hint", "area", "last"]));
  return found.filter(Boolean).join(", ");
}

// src/grundy/lab/web/static/board/board-paint.js
init_colours();
init_board_token();
init_dom();
var MOST_PIXELS = 16e6;
var SLICE = 14;
var TINY = 20;
var ROUNDED = 24;
var WIDEST = 1.5;
var WHOLE = 2 * Math.PI;
var LOST = "#440154";
var STROKE = 14 / 60;
var BADGE = 0.42;
var RIM = 2;
var Paint = class {
  constructor() {
    const recolour = () => this.recolour();
    this.node = el("canvas", { class: "paint", "aria-hidden": "true", ontransitionrun: recolour, ontransitioncancel: recolour });
    this.pen = /** @type {CanvasRenderingContext2D} */
    this.node.getContext("2d");
    this.colourful = NAMES.map((name) => {
      const node = el("i", {});
      node.style.setProperty("color", `var(--${name})`);
      return node;
    });
    this.palette = el("span", { class: "palette", hidden: true }, ...this.colourful);
    this.colours = null;
    this.family = "";
    this.scale = 1;
    this.picture = null;
    this.flat = matchMedia("(forced-colors: active)");
    this.printing = false;
    for (
      const [event, printing] of
      /** @type {[string, boolean][]} */
      [["beforeprint", true], ["afterprint", false]]
    ) {
      addEventListener(event, () => this.node.isConnected && this.print(printing));
    }
    this.from = 0;
    this.to = 0;
  }
  draw(picture) {
    this.picture = picture;
    const { looks: looks2, size, start } = picture;
    const [height, width] = [looks2.length * size + 2 * RIM, looks2[0].length * size + 2 * RIM];
    this.scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (height * width)));
    this.node.width = Math.ceil(width * this.scale);
    this.node.height = Math.ceil(height * this.scale);
    this.node.style.width = `${width}px`;
    this.node.style.height = `${height}px`;
    this.from = this.to = Math.min(start, looks2.length - 1);
    this.read();
    this.go();
  }
  /** Draw again in the present colours. */
  recolour() {
    this.colours = null;
    if (this.picture) this.draw(this.picture);
  }
  /** @param {boolean} printing whether the picture is for paper: black on white, and drawn completely at once */
  print(printing) {
    this.printing = printing;
    this.recolour();
    while (printing && this.picture && this.to < this.picture.looks.length) this.go();
  }
  /** Read the colours once, because reading makes the browser compute all changed styles. */
  read() {
    if (this.colours) return;
    this.family = getComputedStyle(this.node).fontFamily;
    this.colours = Object.fromEntries(NAMES.map((name, i) => [name, this.printing ? PAPER[name] ?? "#000" : getComputedStyle(this.colourful[i]).color]));
  }
  /** Draw rows, the nearest first, for a short time; then let the page respond, and draw the next rows. */
  go() {
    const picture = (
      /** @type {Picture} */
      this.picture
    );
    const { looks: looks2 } = picture;
    const until = performance.now() + SLICE;
    const brush = new Brush(
      this.pen,
      this.scale,
      /** @type {Colours} */
      this.colours,
      this.family,
      picture.size,
      this.printing || this.flat.matches
    );
    while ((this.from > 0 || this.to < looks2.length) && performance.now() < until) {
      if (this.to < looks2.length) brush.row(looks2[this.to], this.to++);
      if (this.from > 0) brush.row(looks2[this.from - 1], --this.from);
    }
    if (this.from > 0 || this.to < looks2.length) setTimeout(() => picture === this.picture && this.go());
    else brush.over(picture);
  }
};
var Brush = class {
  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} scale
   * @param {Colours} colours
   * @param {string} family of the text
   * @param {number} size
   * @param {boolean} flat whether nimbers are outlined digits
   */
  constructor(pen, scale2, colours, family, size, flat) {
    this.flat = flat;
    this.pen = pen;
    this.scale = scale2;
    this.colours = colours;
    this.family = family;
    this.size = size;
    this.inset = size < TINY ? 0.5 : 1.5;
    this.font = 0;
    pen.textAlign = "center";
  }
  /** Put the origin on a cell. */
  at(row, column) {
    const { pen, scale: scale2, size } = this;
    pen.setTransform(scale2, 0, 0, scale2, (RIM + column * size) * scale2, (RIM + row * size) * scale2);
  }
  row(looks2, r) {
    for (const [c, look] of looks2.entries()) {
      this.at(r, c);
      this.cell(look);
    }
  }
  cell(look) {
    const { size } = this;
    const { role, token: token2, value } = look;
    if (role === "absent") return;
    if (token2 === "wall" || look.wall && !token2) this.walled(look);
    else if (role === "removed" && !token2) this.gone();
    else if (role === "blocked" && !token2) this.hatched();
    else if (value !== null && !look.square) this.token(look, "");
    else this.ground(look);
    const on = this.on(look);
    const beside = value !== null && !look.square && role !== "removed";
    if (!beside && token2 && role !== "piece") this.token(look, on);
    if (beside && look.side) this.badge(size * (0.5 + 0.28 * look.side), size * 0.5, value, look.wins);
    else if (beside) this.badge(size * (1 - BADGE * Math.max(1, 0.62 + 0.3 * String(value).length) / 2) - 2, size * (1 - BADGE / 2) - 2, value, look.wins);
    else if (size >= TINY) this.text(look, on);
    this.signs(look, beside ? "" : on);
  }
  on({ told, value, square }) {
    if (this.flat) return "";
    if (told === "P") return "#ffffff";
    return value === null || !square ? "" : onNimber(value).color;
  }
  /**
   * @param {Look} look
   * @param {string} on the ink for the colour of a nimber; if there is one, the token is small and in a corner
   */
  token({ token: token2, value, square }, on) {
    const { pen, size, colours } = this;
    if (token2 === "free" || token2 === "nothing") return;
    if (size < TINY / 2 && token2 === "blocked") this.box(colours.dim);
    else if (size < TINY && !COVERS.has(token2)) this.disc(size / 2, size / 2, size * 0.3, colours.ink);
    else if (value !== null && (on || this.flat && square)) stamp(pen, colours, token2, size * 0.06, size * 0.06, size * 0.34, on || void 0);
    else stamp(pen, colours, token2, 0, 0, size);
  }
  walled({ stroked }) {
    if (stroked) this.free();
    else {
      this.pen.fillStyle = this.colours.wall;
      this.pen.fillRect(0, 0, this.size, this.size);
    }
  }
  free(inset = this.inset) {
    this.box(this.colours.soft, inset);
    if (this.size >= TINY) this.outline(this.colours.rule, 1);
  }
  outline(colour, width) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke();
  }
  /** Write a nimber on its colour, centred at a point; without a nimber, draw the ring of a winning move. */
  badge(x, y, value, wins2) {
    const { pen, colours } = this;
    const high = BADGE * this.size;
    if (value === null) {
      this.disc(x, y, high / 2, colours.card);
      this.outline(colours.win, Math.max(2, this.size * 0.055));
      return;
    }
    const text = String(value);
    const side = high * Math.max(1, 0.62 + 0.3 * text.length);
    const { background, color } = this.flat ? { background: colours.card, color: colours.ink } : onNimber(value);
    pen.beginPath();
    pen.roundRect(x - side / 2, y - high / 2, side, high, 4);
    pen.fillStyle = background;
    pen.fill();
    this.outline(this.flat ? colours.ink : colours.card, 1.5);
    this.write(text, x, y, 0.28, color);
    if (!wins2) return;
    const [far, up] = [side / 2 - high * 0.08, high * 0.42];
    pen.beginPath();
    pen.roundRect(x - far, y - up, 2 * far, 2 * up, up);
    this.outline(color, 1.5);
  }
  /** @param {string} colour */
  box(colour, inset = this.inset) {
    const { pen, size } = this;
    const side = size - 2 * inset;
    pen.fillStyle = colour;
    pen.beginPath();
    if (size < ROUNDED) pen.rect(inset, inset, side, side);
    else pen.roundRect(inset, inset, side, side, size / 15);
    pen.fill();
  }
  ground(look) {
    const { card, win, ink } = this.colours;
    const inset = look.corners ? this.size * 0.07 : this.inset;
    if (look.told === "N") {
      this.box(card, inset);
      this.pen.globalAlpha = 0.16;
      this.box(win, inset);
      this.pen.globalAlpha = 1;
    } else if (look.told === "P" || look.value !== null) {
      this.box(this.flat ? card : look.told === "P" ? LOST : ofNimber(look.value ?? 0), inset);
      if (this.flat && this.size >= TINY) this.outline(ink, 1.5);
    } else if (look.square && !COVERS.has(look.token)) this.free(inset);
  }
  gone() {
    const { pen, size } = this;
    pen.fillStyle = this.colours.dim;
    pen.globalAlpha = 0.55;
    const step = size < TINY ? size / 2 : 8;
    for (let down = step / 2; down < size - 1; down += step) {
      for (let right = step / 2; right < size - 1; right += step) pen.fillRect(right - 0.5, down - 0.5, 1.6, 1.6);
    }
    pen.globalAlpha = 1;
  }
  hatched() {
    const { pen, size, inset } = this;
    const side = size - 2 * inset;
    this.box(this.colours.soft);
    pen.beginPath();
    for (let far = 5; far < 2 * side; far += 7) {
      const [low, high] = [Math.max(0, far - side), Math.min(far, side)];
      pen.moveTo(inset + low, inset + far - low);
      pen.lineTo(inset + high, inset + far - high);
    }
    this.outline(this.colours.edge, 1.4);
  }
  /**
   * Write a text, centred at a point.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} height of the letters, as a share of the cell
   * @param {string} colour
   */
  write(text, x, y, height, colour) {
    const font = this.size * height;
    if (font !== this.font) this.pen.font = `${font}px ${this.family}`;
    this.font = font;
    this.pen.fillStyle = colour;
    this.pen.fillText(text, x, y + 0.36 * font);
  }
  /**
   * @param {Look} look
   * @param {string} on the colour of text on this cell, if it differs from the usual one
   */
  text(look, on) {
    const { size, colours } = this;
    const { role, text, corner, token: token2, value } = look;
    if (role === "piece") {
      this.piece(look);
      return;
    }
    if (role === "blocked" && text) this.box(colours.card, 0.28 * size);
    const height = Math.min(role === "blocked" ? 0.34 : 0.45, WIDEST / text.length);
    if (text && !(token2 && value === null && !look.told)) this.write(text, size / 2, size / 2, height, on || (role === "removed" ? colours.dim : colours.ink));
    if (corner) this.write(corner, size * (look.corners ? 0.81 : 0.78), size * 0.21, look.corners ? 0.18 : 0.21, on || colours.ink);
  }
  piece({ token: token2, text, value }) {
    const { pen, size, colours } = this;
    this.disc(size / 2, size / 2, 0.44 * size, colours.card);
    stamp(pen, colours, token2 || "counter", size * 0.13, size * 0.11, size * 0.74);
    if (value !== null) this.badge(size * (1 - BADGE / 2), size * (1 - BADGE / 2), value, false);
    else if (text && !token2) this.write(text, size / 2, size / 2, 0.38, colours.card);
  }
  signs({ role, text, corner, wins: wins2, lost, shown, token: token2, value, square }, on) {
    const { pen, size, colours } = this;
    const middle2 = size / 2;
    const lies = token2 !== "" && token2 !== "free" && (value === null || !square);
    if (wins2 && lies && value !== null) return;
    pen.strokeStyle = on || (wins2 ? colours.win : colours.ink);
    pen.lineWidth = wins2 ? Math.max(2, size * 0.055) : 1.4;
    if (wins2) {
      pen.beginPath();
      pen.arc(middle2, middle2, (lies ? 0.47 : 0.38) * size - pen.lineWidth / 2, 0, WHOLE);
      pen.stroke();
    } else if (lost) pen.strokeRect(0.16 * size, 0.16 * size, 0.68 * size, 0.68 * size);
    if (!shown || role === "piece") return;
    const side = corner ? -1 : 1;
    if (text) this.disc(middle2 + side * (0.14 * size * text.length + 3), 0.25 * size, 3.5, on || colours.ink);
    else this.disc(middle2, middle2, size * 0.09, on || colours.ink);
  }
  disc(x, y, radius, colour) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, WHOLE);
    pen.fillStyle = colour;
    pen.fill();
  }
  /** Draw marks that cover several cells: lines, walls, dominoes, the goal, and moves between two cells. */
  over({ looks: looks2, scene, components, marks: marks2 }) {
    this.at(0, 0);
    if (scene.floor === "line") this.floor(looks2);
    if (scene.floor === "steps") this.stairs(looks2.length, looks2[0].length);
    if (components) this.lines(looks2, scene.touch === "corners");
    if (scene.walls?.length && this.size >= 4) this.walls(scene.walls);
    if (this.size >= TINY) for (const made2 of scene.stamps) this.stamp(made2);
    for (const pair of scene.dominoes ?? []) this.domino(pair);
    if (scene.goal && this.size >= TINY) this.goal(scene.goal, looks2);
    for (const { row, column, value, wins: wins2 } of marks2) this.badge((column + 0.5) * this.size, (row + 0.5) * this.size, value, wins2);
  }
  /** Mark where a move was made: the shape of its maker, and its number. */
  stamp({ row, column, by, ply }) {
    const { pen, size, colours } = this;
    const [x, y, radius] = [(column + 0.5) * size, (row + 0.5) * size, size * 0.17];
    for (
      const [far, fill2] of
      /** @type {[number, string][]} */
      [[size * 0.05, colours.card], [0, this.flat ? colours.ink : colours[by]]]
    ) {
      pen.beginPath();
      if (by === "a") pen.arc(x, y, radius + far, 0, WHOLE);
      else pen.roundRect(x - radius - far, y - radius - far, 2 * (radius + far), 2 * (radius + far), 2);
      pen.fillStyle = fill2;
      pen.fill();
    }
    if (size >= 30) this.write(String(ply), x, y, 0.24, colours.card);
  }
  floor(looks2) {
    this.pen.fillStyle = this.colours.ink;
    looks2.forEach((row, r) => this.pen.fillRect(0, (r + 0.92) * this.size, row.length * this.size, 2));
  }
  /**
   * Draw the steps that tokens stand on: a lower one reaches half a cell farther.
   * @param {number} height in cells
   * @param {number} width
   */
  stairs(height, width) {
    const { pen, size, colours } = this;
    pen.beginPath();
    for (let up = 0; up < height; up += 1) {
      const [x, y] = [(width - 0.5 * up) * size, (height - up - 0.08) * size];
      pen.moveTo(0, y);
      pen.lineTo(x, y);
      pen.lineTo(x, Math.min(y + size, height * size));
    }
    this.outline(colours.ink, 2);
  }
  walls(walls) {
    const { pen, size } = this;
    pen.fillStyle = this.colours.wall;
    const thick = STROKE * size;
    for (const { row, column, top, bottom, left, right } of walls) {
      pen.fillRect(left * size, (row + 0.5) * size - thick / 2, (right + 1 - left) * size, thick);
      pen.fillRect((column + 0.5) * size - thick / 2, top * size, thick, (bottom + 1 - top) * size);
    }
  }
  /** @param {number[][]} cells two, side by side */
  domino([[row, column], [down, right]]) {
    const { pen, size } = this;
    pen.save();
    pen.translate((column + right + 1) / 2 * size, (row + down + 1) / 2 * size);
    if (row !== down) pen.rotate(Math.PI / 2);
    stamp(pen, this.colours, "domino", -size, -size / 2, size);
    pen.restore();
  }
  goal([row, column], looks2) {
    const { pen, size, colours } = this;
    const way2 = row || column ? -1 : 1;
    const [x, y] = [(column + (way2 < 0 ? 1 : 0)) * size, (row + (way2 < 0 ? 1 : 0)) * size];
    pen.lineJoin = "miter";
    pen.beginPath();
    pen.moveTo(x, y + way2 * size);
    pen.lineTo(x, y);
    pen.lineTo(x + way2 * size, y);
    this.outline(colours.ink, Math.max(3, size / 14));
    const look = looks2[row][column];
    if (look.value === null && !look.told && look.role !== "piece") stamp(pen, colours, way2 > 0 ? "goal" : "goal-end", column * size, row * size, size);
  }
  /** Draw lines around components, or between their cells where these touch at corners. */
  lines(looks2, corners) {
    const { pen, size } = this;
    const at = (r, c) => looks2[r]?.[c]?.component ?? -1;
    const way2 = (c, r, right, down) => {
      pen.moveTo(c * size, r * size);
      pen.lineTo((c + right) * size, (r + down) * size);
    };
    pen.lineCap = "round";
    pen.beginPath();
    looks2.forEach((row, r) => row.forEach((_, c) => {
      const own2 = at(r, c);
      if (corners) {
        if (own2 >= 0 && at(r + 1, c + 1) === own2) way2(c + 0.86, r + 0.86, 0.28, 0.28);
        if (own2 >= 0 && at(r + 1, c - 1) === own2) way2(c + 0.14, r + 0.86, -0.28, 0.28);
        return;
      }
      if (own2 !== at(r - 1, c)) way2(c, r, 1, 0);
      if (own2 !== at(r, c - 1)) way2(c, r, 0, 1);
      if (own2 >= 0 && r === looks2.length - 1) way2(c, r + 1, 1, 0);
      if (own2 >= 0 && c === row.length - 1) way2(c + 1, r, 0, 1);
    }));
    this.outline(this.colours.ink, 2.5);
  }
};

// src/grundy/lab/web/static/board/board-zoom.js
init_dom();
var LEAST = 4;
var MARGIN = 24;
var BAR = 52;
var Zoom = class {
  /**
   * @param {HTMLElement} board
   * @param {() => void} fit computes the size of the cells again
   */
  constructor(board2, fit) {
    this.fit = fit;
    this.on = false;
    this.whole = false;
    this.scroll = el("div", { class: "scroll" }, board2);
    this.button = el("button", { type: "button", onclick: () => this.turn(!this.whole) });
    this.node = el("div", { class: "zoom", hidden: true }, this.button);
  }
  /** Whether a pick only enlarges the cells, because they are too small to be picked. */
  get isWhole() {
    return this.on && this.whole;
  }
  /**
   * @param {number} across the size of a cell at which the board is as wide as the box
   * @param {number} fits the size of a cell at which the whole board fits into the box
   * @param {number} least the smallest cell that can be picked and read
   * @param {number} large the cell of a board that scrolls
   */
  size(across, fits, least, large) {
    const high = this.scroll.parentElement?.querySelector(".room")?.clientHeight ?? 0;
    if (this.whole) return Math.max(LEAST, high ? Math.floor(fits * (1 - BAR / high)) : fits);
    if (across >= least) return Math.min(across, large);
    const wide = this.scroll.clientWidth - MARGIN;
    return Math.floor(wide / (Math.max(1, Math.floor(wide / large - 0.5)) + 0.5));
  }
  /**
   * Show the button if it has an effect, and scroll to the place of a hint or of the last move.
   * @param {View} view
   * @param {View | null} before
   * @param {number} size of a cell
   */
  update(view, before, size) {
    this.node.hidden = !this.on;
    this.scroll.classList.toggle("zoomed", this.on && !this.whole);
    if (!this.on) return;
    write(this.button, view.say(this.whole ? "zoom-in" : "zoom-out"));
    if (this.whole || !size) return;
    const [wanted, was] = [[...view.hint, ...view.last], before ? [...before.hint, ...before.last] : []];
    if (wanted.length && String(wanted) !== String(was)) this.reveal(
      /** @type {[number, number]} */
      wanted[0].split(",").map(Number),
      size
    );
  }
  turn(whole2) {
    this.whole = whole2;
    this.fit();
  }
  /** Scroll to a cell if it is not visible. */
  reveal([row, column], size) {
    const { scroll } = this;
    const [left, top] = [column * size, row * size];
    const hidden = left < scroll.scrollLeft || left + size > scroll.scrollLeft + scroll.clientWidth - MARGIN || top < scroll.scrollTop || top + size > scroll.scrollTop + scroll.clientHeight - MARGIN;
    if (hidden) scroll.scrollTo(left - (scroll.clientWidth - MARGIN - size) / 2, top - (scroll.clientHeight - MARGIN - size) / 2);
  }
};

// src/grundy/lab/web/static/board/board-grid.js
init_colours();
init_dom();
var LARGEST = 9;
var LEAST2 = 20;
var LEAST_POINTED = 12;
var LEAST_TOUCHED = 28;
var MARGIN2 = 24;
var DELAY = 45;
var MOST_DELAY = 400;
var MOST_BETWEEN = 160;
var LARGE_TOUCHED = 44;
var LARGE = 1e3;
var SLICE2 = 12;
var ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
var GridDrawing = class {
  constructor(hands) {
    this.hands = hands;
    this.grid = el("div", {
      class: "grid",
      role: "grid",
      onkeydown: (e) => this.key(e),
      onclick: (e) => this.click(spotOf(e)),
      onfocusin: (e) => this.focused(spotOf(e)),
      onfocusout: () => this.point(null),
      onpointerover: (e) => e.pointerType !== "touch" && this.point(spotOf(e)),
      onpointerleave: () => this.point(null)
    });
    this.paint = new Paint();
    this.badges = el("div", { class: "worths", "aria-hidden": "true" });
    this.heads = el("div", { class: "heads", "aria-hidden": "true" });
    this.board = el("div", { class: "board" }, this.heads, this.paint.node, this.paint.palette, this.grid, this.badges);
    this.legend = el("div", { class: "legend" });
    this.zoom = new Zoom(this.board, () => this.fit(true));
    this.room = el("div", { class: "room" });
    this.node = el("div", { class: "gridbox" }, this.zoom.scroll, this.zoom.node, this.legend, this.room);
    this.cells = [];
    this.looks = [];
    this.dressed = /* @__PURE__ */ new Map();
    this.fallen = /* @__PURE__ */ new Map();
    this.scene = null;
    this.marks = [];
    this.row = 0;
    this.column = 0;
    this.size = 0;
    this.sharp = 1;
    this.view = null;
    this.shown = null;
    this.marked = [];
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.node);
    resized.observe(this.room);
  }
  update(view) {
    const before = this.view;
    this.view = view;
    const { rows, first } = view.scene;
    const same = this.cells.length === rows.length && this.cells[0]?.length === rows[0].length && before?.scene.first === first && before?.words === view.words;
    if (!same) this.build();
    set(this.grid, { "aria-label": view.label || view.say("board", { rows: rows.length, columns: rows[0].length }) });
    this.show(null);
    if (before?.scene !== view.scene) this.fell(same ? before : null, view);
    this.marks = between2(view);
    this.scene = asMade(view.scene, view.made);
    this.board.classList.toggle("stamped", this.scene.stamps.length > 0);
    this.looks = looksOf({ ...view, scene: this.scene }, this.marks.length > 0);
    if (this.size) this.draw();
    else this.fit();
    this.dressAll(same ? before : null, view);
    fill(this.badges, ...view.show.has("components") ? badges(view.scene, view.show.has("numbered")) : []);
    fill(this.legend, ...gridLegend(view, this.looks.flat()));
    this.zoom.update(view, before, this.size);
  }
  build() {
    const { scene } = (
      /** @type {View} */
      this.view
    );
    const { rows, first } = scene;
    this.row = Math.min(this.row, rows.length - 1);
    this.column = Math.min(this.column, rows[0].length - 1);
    this.cells = rows.map((row, r) => row.map((_, c) => el("div", { role: "gridcell", tabindex: r === this.row && c === this.column ? 0 : -1, "data-place": `${r},${c}` })));
    fill(this.heads, ...rows[0].map((_, c) => el("span", {}, String(c + first))));
    fill(this.grid, ...this.cells.map((row, r) => el("div", { role: "row" }, el("span", { class: "head", "aria-hidden": "true" }, String(rowNumber(scene, r))), ...row)));
    this.size = 0;
    this.dressed.clear();
  }
  /** Make the cells as large as they fit. If they would be too small, the board scrolls, at first to the last move. */
  fit(fresh = !this.size) {
    const width = this.cells[0]?.length;
    const space = this.node.clientWidth;
    if (!width || !space) return;
    const across = Math.floor((space - MARGIN2 - 4) / width);
    const fits = Math.floor(Math.min(across, (this.room.clientHeight - MARGIN2) / this.cells.length, LARGEST * rem()));
    const large = fits < (isTouched() ? LEAST_TOUCHED : LEAST2);
    if (large && !this.zoom.on) this.zoom.whole = !isTouched();
    this.zoom.on = large;
    const size = !large ? fits : isTouched() ? this.zoom.size(across, fits, LEAST_TOUCHED, LARGE_TOUCHED) : this.zoom.size(across, fits, LEAST2, LEAST2);
    const same = size === this.size && devicePixelRatio === this.sharp;
    this.size = size;
    this.sharp = devicePixelRatio;
    this.board.style.setProperty("--cell", `${size}px`);
    this.board.classList.toggle("small", size < 30);
    this.board.classList.toggle("tiny", size < 20);
    if (this.view) this.zoom.update(this.view, fresh ? null : this.view, size);
    if (!same) this.draw();
  }
  draw() {
    const { last, show } = (
      /** @type {View} */
      this.view
    );
    const start = Number([...last][0]?.split(",")[0] ?? 0);
    const looks2 = show.has("pointed") ? this.looks.map((row) => row.map((look) => look.place === String(this.shown) ? look : { ...look, value: null, text: look.plain })) : this.looks;
    this.paint.draw({ looks: looks2, size: this.size, scene: (
      /** @type {ReturnType<typeof asMade>} */
      this.scene
    ), components: show.has("components"), start, marks: this.marks });
  }
  /**
   * Give all cells their names: on a large board in slices, but cells with a mark over their picture at once.
   * @param {View | null} before the view of these cells until now
   * @param {View} view
   */
  dressAll(before, view) {
    const rows = this.cells.map((_, r) => r);
    const dressRows = (until) => {
      while (rows.length && performance.now() < until) {
        const r = (
          /** @type {number} */
          rows.shift()
        );
        for (let c = 0; c < this.cells[r].length; c += 1) this.dress(r, c);
      }
    };
    const dressSome = () => {
      if (this.view !== view) return;
      dressRows(performance.now() + SLICE2);
      if (rows.length) setTimeout(dressSome);
      else this.named();
    };
    if (this.cells.length * this.cells[0].length <= LARGE) {
      dressRows(Infinity);
      this.named();
      return;
    }
    set(this.grid, { "aria-busy": "true" });
    for (const place of [...laidOver(before), ...laidOver(view), ...this.fallen.keys(), `${this.row},${this.column}`]) {
      const [r, c] = place.split(",").map(Number);
      if (this.cells[r]?.[c]) this.dress(r, c);
    }
    requestAnimationFrame(() => setTimeout(dressSome));
  }
  /** All cells have their names. */
  named() {
    set(this.grid, { "aria-busy": null });
    if (this.shown) this.show(this.shown);
  }
  /** Set the name and the classes of a cell. */
  dress(r, c) {
    const view = (
      /** @type {View} */
      this.view
    );
    const node = this.cells[r][c];
    const seen = this.looks[r][c];
    const wait = this.fallen.get(seen.place);
    const kind = classes(view, seen) + (wait === void 0 ? "" : " new");
    const said = words(view, seen, r, c);
    if (this.dressed.get(node) === kind + said) return;
    this.dressed.set(node, kind + said);
    node.className = kind;
    node.setAttribute("aria-label", said);
    set(node, { "aria-selected": view.picked.has(seen.place) ? "true" : null, "aria-disabled": seen.open ? null : "true" });
    if (wait !== void 0) node.style.setProperty("--wait", `${wait}ms`);
  }
  /** Let the removed cells vanish one after another, starting at the move: until then each shows its former picture. */
  fell(before, view) {
    const roles = (one) => one.scene.rows.flatMap((row) => row.map((cell) => cell.role)).join();
    if (before && roles(before) === roles(view)) return;
    this.fallen.clear();
    if (!before) return;
    const last = [...view.last][0]?.split(",").map(Number);
    view.scene.rows.forEach((row, r) => row.forEach((cell, c) => {
      if (cell.role !== "removed" || before.scene.rows[r][c].role === "removed") return;
      const far = last ? Math.max(Math.abs(r - last[0]), Math.abs(c - last[1])) : 0;
      this.fallen.set(`${r},${c}`, Math.min(MOST_DELAY, DELAY * far));
      const { value } = this.looks[r][c];
      this.cells[r][c].style.setProperty("--was", value === null ? "var(--blank)" : ofNimber(value));
    }));
  }
  /** Show the move on the cell under the pointer. */
  point(spot) {
    if (String(spot) === String(this.shown)) return;
    this.show(spot);
    if (this.view?.show.has("pointed")) this.draw();
  }
  /** Show what a move on a cell would change. */
  show(spot) {
    for (const node of this.marked) node.classList.remove("falls", "aimed");
    this.marked = [];
    this.shown = spot;
    if (!spot || !this.view) return;
    for (const { spot: [r, c], far } of preview(this.view, spot)) {
      const node = this.cells[r]?.[c];
      if (!node) continue;
      node.classList.add(far || !this.view.scene.cuts?.length ? "falls" : "aimed");
      if (!far) node.classList.add("aimed");
      this.marked.push(node);
    }
  }
  click(spot) {
    if (!spot) return;
    if (!this.zoom.isWhole || this.size >= (isTouched() ? LEAST_TOUCHED : LEAST_POINTED)) {
      this.hands.pick(spot);
      return;
    }
    this.turn(...spot);
    this.focus();
    this.zoom.turn(false);
    this.zoom.reveal(spot, this.size);
  }
  focused(spot) {
    if (!spot) return;
    if (spot[0] !== this.row || spot[1] !== this.column) this.turn(...spot);
    if (this.cells[spot[0]][spot[1]].matches(":focus-visible")) this.point(spot);
  }
  focus() {
    this.cells[this.row]?.[this.column]?.focus();
  }
  turn(row, column) {
    this.cells[this.row]?.[this.column]?.setAttribute("tabindex", "-1");
    this.row = row;
    this.column = column;
    this.cells[row][column].setAttribute("tabindex", "0");
    this.dress(row, column);
  }
  key(event) {
    const arrow = ARROWS[event.key];
    const height = this.cells.length;
    const width = this.cells[0].length;
    let [row, column] = [this.row, this.column];
    if (event.altKey || event.metaKey) return;
    if (arrow) [row, column] = [row + arrow[0], column + arrow[1]];
    else if (event.key === "Home") [row, column] = [event.ctrlKey ? 0 : row, 0];
    else if (event.key === "End") [row, column] = [event.ctrlKey ? height - 1 : row, width - 1];
    else if (event.key === "PageUp") row = 0;
    else if (event.key === "PageDown") row = height - 1;
    else if (event.key === "Enter" || event.key === " ") this.hands.pick([row, column]);
    else if (event.key === "Escape") this.hands.back();
    else return;
    event.preventDefault();
    if (row < 0 || column < 0 || row >= height || column >= width) return;
    if (row !== this.row || column !== this.column) {
      this.turn(row, column);
      this.focus();
    }
  }
};
function between2({ scene, choices, show, picked }) {
  const pairs = choices.filter(({ places }) => places.length > 1 && places.every(Array.isArray));
  const values = show.has("values");
  if (picked.size || pairs.length > MOST_BETWEEN || !(values || show.has("winning"))) return [];
  return pairs.flatMap(({ places, nimber, wins: wins2 }) => {
    const [[row, column], [down, right]] = (
      /** @type {number[][]} */
      places
    );
    const near = Math.abs(row - down) + Math.abs(column - right) === 1 && scene.floor !== "nothing";
    const shown = near && (values ? nimber !== null : wins2);
    const far = scene.floor === "line" ? 0.28 : 0.5;
    return shown ? [{ row: row + (down - row) * far, column: column + (right - column) * far, value: values ? nimber : null, wins: wins2 && show.has("winning") }] : [];
  });
}
function badges({ rows, nimbers = [], before = 0 }, numbered) {
  const waiting = new Map(nimbers.map((nimber, i) => [i, numbered ? `${before + i + 1}.` : nimber]));
  return rows.flatMap((row, r) => row.flatMap(({ component }, c) => {
    const text = waiting.get(component) ?? null;
    waiting.delete(component);
    return text === null ? [] : [el("span", { style: { left: `calc(var(--cell) * ${c} + 24px)`, top: `calc(var(--cell) * ${r} + 22px)` } }, String(text))];
  }));
}
function spotOf(event) {
  const cell = event.target instanceof Element && event.target.closest("[data-place]");
  if (!(cell instanceof HTMLElement)) return null;
  const [row, column] = (cell.dataset.place ?? "").split(",").map(Number);
  return [row, column];
}
var isTouched = () => matchMedia("(pointer: coarse)").matches || innerWidth <= 480;
var rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
var laidOver = (view) => view ? [...view.picked, ...view.hint, ...view.area, ...view.last] : [];

// src/grundy/lab/web/static/board/board-moves.js
init_board_listbox();
init_colours();
init_dom();
init_words();
var MARGINS = 30;
var MoveList = class extends ListboxDrawing {
  constructor(hands) {
    super(hands);
    this.list = this.node = el("div", { class: "moves", role: "listbox", hidden: true, onkeydown: (e) => this.key(e) });
    this.choices = [];
    this.news = "";
  }
  steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
  /**
   * @param {View} view
   * @param {Choice[]} choices
   * @param {boolean} opened whether picking a place has opened it
   */
  update(view, choices, opened) {
    const moves = choices.map(({ move }) => move);
    const news = JSON.stringify([moves, [...view.show], opened, view.disabled, [...view.hint]]);
    if (news === this.news) return;
    this.news = news;
    if (String(moves) !== String(this.choices.map(({ move }) => move))) this.place = 0;
    this.choices = choices;
    set(this.node, { hidden: !choices.length, "aria-label": view.say("moves"), "data-opened": opened });
    this.options = choices.map((choice, number2) => this.choice(view, choice, number2));
    fill(this.node, ...this.options);
    if (opened) this.makeWay();
  }
  /** In a frame, lie above or below the place that was picked, where there is more room. */
  makeWay() {
    const spot = (
      /** @type {ShadowRoot} */
      this.node.getRootNode().activeElement?.getBoundingClientRect()
    );
    const frame = getComputedStyle(this.node).position === "absolute" && this.node.offsetParent?.getBoundingClientRect();
    if (!spot || !frame) return;
    const [above, below] = [spot.top - frame.top, frame.bottom - spot.bottom];
    set(this.node, { style: { "--from": above > below ? "0 8px auto" : "auto 8px 8px", "--room": `${Math.max(above, below) - MARGINS}px` } });
  }
  choice(view, choice, number2) {
    const { nimber, outcome } = choice;
    const wins2 = choice.wins && view.show.has("winning");
    const value = view.show.has("values") && (nimber === null ? outcome && el("span", { class: "badge", title: view.say(`outcome-${outcome}`) }, outcome) : el("span", { class: "badge", "aria-hidden": "true", style: onNimber(nimber) }, String(nimber)));
    return el(
      "div",
      { ...this.move(view, choice, number2, view.say("move", { move: moveText(choice) }), (one) => this.hands.preview(one)), class: wins2 ? "option wins" : "option" },
      wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
      el("span", { "aria-hidden": "true" }, moveText(choice)),
      value
    );
  }
  /** @override */
  turn(number2) {
    super.turn(number2);
    this.hands.preview(this.choices[number2]);
  }
  /** @override */
  enter() {
    this.hands.choose(this.choices[this.place]);
  }
};

// src/grundy/lab/web/static/board/board-css.js
init_board_token();
var FLAT = `.num { background: var(--card) !important; color: var(--ink) !important; border: 1px solid var(--ink); } .value rect { fill: var(--card); stroke: var(--ink); } .value text { fill: var(--ink); } .value .round { fill: none; } .scale span { background: var(--card) !important; color: var(--ink) !important; }`;
var CSS = `
:host {
  ${PALETTE}
  --blank: var(--soft); --line: var(--edge); --by: var(--a);
  --cell: 44px;
  display: block; color: var(--ink); font: inherit;
}
:host([data-by=b]) { --by: var(--b); }
[hidden] { display: none !important; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus { outline: none; }
:focus-visible { outline: 3px solid var(--win); outline-offset: 1px; box-shadow: 0 0 0 1px var(--card) inset; z-index: 3; }

.scroll { display: grid; grid-template-columns: minmax(0, 1fr) max-content minmax(0, 24px) minmax(0, 1fr); overflow-x: auto; padding: 4px; margin: -4px; } /* 24px to the right too, if there is room */
.board { position: relative; grid-column: 2; width: max-content; user-select: none; }
.heads, [role=row] { display: flex; }
.heads { padding-left: 24px; height: 22px; }
.heads span, .head { color: var(--dim); font-size: var(--least, min(.75rem, 17px)); font-variant-numeric: tabular-nums; text-align: center; }
.heads span { width: var(--cell); line-height: 20px; }
.small .heads span, .small .head { font-size: 9px; }
.tiny .heads span { visibility: hidden; }
.tiny .heads span:nth-child(5n), .tiny .heads span:first-child { visibility: visible; overflow: visible; white-space: nowrap; }
.tiny [role=row]:not(:nth-child(5n), :first-child) .head { visibility: hidden; }
.head { width: 24px; line-height: var(--cell); padding-right: 4px; box-sizing: border-box; flex: none; }
[role=gridcell] { width: var(--cell); height: var(--cell); flex: none; border-radius: 6px; cursor: default; }
[role=gridcell]:is(:focus-visible, .open:hover, .picked, .hint, .area, .last, .falls, .aimed, .new) { position: relative; }
[role=gridcell]::before { content: ""; position: absolute; inset: 1.5px; border-radius: 5px; pointer-events: none; }
[role=gridcell]:not(.open:hover, .picked, .hint, .area, .falls, .aimed, .new)::before { content: none; }
@media (hover: hover) {
  [role=gridcell].open:hover::before { box-shadow: 0 0 0 2px var(--win) inset; }
}
.hatch { background: repeating-linear-gradient(45deg, var(--line) 0 1.5px, transparent 1.5px 6px), var(--soft); opacity: .8; }
.gone { background: radial-gradient(circle at 4px 4px, var(--dim) 0 .9px, transparent 1.1px) 0 0 / 8px 8px; opacity: .55; }
.paint { position: absolute; left: 22px; top: 20px; color: var(--ink); transition: color 1ms; }
.grid { position: relative; contain: layout style; }
.picked::before { box-shadow: 0 0 0 3px var(--win) inset; }
.hint::before { animation: beckon 1.2s ease-in-out 3; box-shadow: 0 0 0 3px var(--win) inset, 0 0 0 5px var(--card) inset; }
.last:not(.heap)::after, .trace {
  content: ""; position: absolute; inset: 30%; border-radius: 50%; background: var(--by); box-shadow: 0 0 0 2.5px var(--card); pointer-events: none;
}
:host([data-by=b]) .last:not(.heap)::after { border-radius: 2px; }
.stamped .last:not(.heap)::after { content: none; }
.removed.last:not(.wall)::after { inset: 40%; }
.piece.last::after { inset: 4%; background: none; box-shadow: 0 0 0 3px var(--by) inset; }
.cell.last::after { inset: auto 8% 8% auto; width: 24%; height: 24%; }
.tiny [role=gridcell]::before { inset: .5px; border-radius: 2px; }
[role=gridcell].falls::before { outline: 2.5px dashed var(--ink); outline-offset: -5px; box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--win) 24%, transparent); }
[role=gridcell].aimed::before { box-shadow: inset 0 0 0 3px var(--card), inset 0 0 0 5px var(--win), inset 0 0 0 99px color-mix(in srgb, var(--win) 40%, transparent); }
[role=gridcell].aimed:focus-visible::before { box-shadow: none; }
[role=gridcell].new::before { inset: 0; background: var(--was, var(--blank)); transform: scale(0); animation: gone .26s ease-in backwards var(--wait, 0ms); }
@keyframes gone { from { transform: none; } }
.area::before { box-shadow: inset 0 0 0 4px var(--win); }
.heap.area { box-shadow: 0 0 0 2px var(--win) inset; }
.point.area .halo { stroke: var(--win); stroke-width: 4; }
@keyframes beckon { 50% { transform: scale(.86); } }
.worths { position: absolute; inset: 0; pointer-events: none; }
.worths span {
  position: absolute; transform: translate(-35%, -50%); min-width: 18px; height: calc(1.5 * var(--least, 12px)); padding: 0 4px; box-sizing: border-box; border-radius: 9px;
  background: var(--ink); color: var(--card); font: 600 var(--least, 12px)/1.5 system-ui, sans-serif; text-align: center; box-shadow: 0 0 0 2px var(--card);
}
.small .worths { display: none; }
.scroll.zoomed { overflow: auto; max-height: calc(var(--tall, 560px) - 52px); overscroll-behavior: contain; }
.zoomed .heads { position: sticky; top: -4px; z-index: 2; width: max-content; background: var(--card); }
.zoomed .head { position: sticky; left: -4px; z-index: 1; background: var(--card); }
.zoom { display: flex; justify-content: center; padding-top: 8px; }
.zoom button { min-height: 44px; padding: 0 16px; border: 1px solid var(--edge); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; }
.room { position: absolute; visibility: hidden; width: 0; height: var(--tall, 560px); pointer-events: none; }
.gridbox { position: relative; }

.legend { display: var(--legend, flex); flex-wrap: wrap; gap: 6px 18px; justify-content: center; margin-top: 16px; color: var(--dim); font-size: var(--least, .8125rem); }
.legend:empty { display: none; }
.item { display: inline-flex; align-items: center; gap: 7px; }
.scale { flex: none; display: inline-flex; border-radius: 4px; overflow: hidden; }
.scale span { min-width: 20px; white-space: nowrap; padding: 0 3px; box-sizing: border-box; font-size: .75rem; line-height: 1.5; text-align: center; }
.sign { width: 18px; height: 18px; border-radius: 3px; box-sizing: border-box; flex: none; }
.sign.ring { position: static; border: 2px solid var(--win); border-radius: 50%; }
.sign.disc { border-radius: 50%; background: var(--ink); }
.sign.dot { width: 9px; height: 9px; border-radius: 50%; background: var(--dim); }
.sign.frame { background: #440154; box-shadow: 0 0 0 4px #440154 inset, 0 0 0 5.5px #fff inset; }
.sign.won { background: color-mix(in srgb, var(--win) 16%, var(--card)); box-shadow: 0 0 0 1px var(--line) inset; }
.sign.trace { position: static; border-radius: 50%; width: 10px; height: 10px; box-shadow: none; }
.sign.bar { height: 3px; background: var(--ink); }
.sign.dash { height: 0; border-top: 2.5px dashed var(--win); }
.sign.blank { background: var(--blank); }

.heaps > p { color: var(--board-dim, inherit); opacity: .75; font-size: 1.1rem; }
.heaps { display: grid; grid-template-columns: minmax(0, max-content); gap: 8px; min-height: 64px; place-content: start center; }
.heap { position: relative; display: flex; align-items: center; gap: 14px; min-height: 48px; padding: 6px 14px; border-radius: 10px; box-sizing: border-box; }
.heap.open:hover { background: var(--soft); }
.heap.picked { background: var(--soft); box-shadow: 0 0 0 2px var(--win) inset; }
.heap.hint { box-shadow: 0 0 0 2px var(--win) inset; animation: beckon-soft 1.2s ease-in-out 3; }
.heap.last .tokens i { animation: settle .35s ease-out; }
@keyframes settle { from { transform: translateY(-6px); } }
.heap.last .size { color: var(--by); text-decoration: underline; text-underline-offset: 4px; }
@keyframes beckon-soft { 50% { opacity: .55; } }
.size, .heap .worth { flex: none; }
.size { min-width: 2.2em; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.heap .worth { white-space: nowrap; }
.tokens { --least: 14px; --side: clamp(max(var(--least), min(var(--levels, 0), 1) * 22px) / var(--wide, 1), min(((100cqw - var(--size, 124px) - var(--beside, 0px)) / var(--most, 20) - 5px) / var(--wide, 1), var(--tall, 400px) / var(--rows) - 24px - var(--over, 0px) - var(--levels, 0) * 24px), 8rem); display: flex; flex-wrap: wrap; align-items: center; width: calc(var(--most, 20) * (var(--side) * var(--wide, 1) + 5px)); min-height: 15px; min-width: 60px; }
.holder { container-type: inline-size; }
.tokens i { position: relative; box-sizing: content-box; width: calc(var(--side) * var(--wide, 1)); height: var(--side); padding: 2.5px; cursor: pointer; }
.token { display: block; width: 100%; height: 100%; overflow: visible; pointer-events: none; transition: transform .12s; }
.narrow { --wide: .62; }
.heap:not(.open) .tokens i { cursor: default; }
.tokens.many { --side: 13px; }
.tokens.many i { padding: 1px; }
.tokens i.able { box-shadow: 0 2.5px 0 var(--win); }
.tokens i.aimed { --ink: var(--win); box-shadow: 0 4px 0 var(--win); }
.tokens i.falls { --ink: color-mix(in srgb, var(--win) 45%, var(--card)); }
.tokens i.falls .token { transform: translateY(4px) rotate(14deg); }
.tokens i.falls::after { content: ""; position: absolute; inset: 1px; border: 2px dotted var(--win); border-radius: 6px; }
.tokens i.parts { --ink: var(--win); }
.tokens :not(.parts) + i.parts::after { content: ""; position: absolute; left: -1.5px; top: -4px; bottom: -4px; width: 3px; background: var(--win); }
@media (pointer: coarse) { .tokens { --least: 20px; } .tokens.many { --side: 24px; } }
@container (max-width: 460px) { .heap { --size: 30px; --over: 24px; flex-wrap: wrap; gap: 0 14px; padding-block: 2px; } .size { flex: 0 0 100%; text-align: left; } .tokens { max-width: calc(100% - var(--beside, 0px)); } }
.tokens i { margin-bottom: calc(var(--levels, 0) * 24px); }
.num { display: inline-grid; place-items: center; min-width: 22px; height: calc(var(--least, 14px) + 8px); padding: 0 3px; box-sizing: border-box; border-radius: 4px; font: 400 var(--least, 14px)/1 system-ui, sans-serif; font-variant-numeric: tabular-nums; position: relative; }
.num::before, .heap .worth::before { content: attr(data-value); }
.num.wins::after { content: ""; position: absolute; inset: 2px; border: 1.5px solid currentColor; border-radius: 50%; }
.tokens .num { position: absolute; z-index: 1; top: calc(100% + 2px + var(--level) * 24px); left: 50%; transform: translateX(-50%); pointer-events: none; }
.tokens .num.gap { left: 0; }
.points .value { pointer-events: none; }
.value text { text-anchor: middle; dominant-baseline: central; pointer-events: none; }
span.gap:not(.num) { color: var(--dim); padding: 0 4px; }
.heap .worth, .badge { min-width: 26px; padding: 0 5px; box-sizing: border-box; border-radius: 6px; background: var(--blank); color: var(--ink); font-size: var(--least, .8125rem); line-height: 1.85; text-align: center; font-variant-numeric: tabular-nums; }
.mark { width: 16px; height: 16px; box-sizing: border-box; border: 2.5px solid var(--win); border-radius: 50%; flex: none; }

.moves { display: flex; flex-wrap: wrap; align-content: start; gap: 8px; max-height: 19rem; overflow: auto; margin-top: 14px; padding: 12px; border-radius: 12px; background: var(--soft); }
.moves[data-opened] { position: var(--opened, static); inset: var(--opened-at, var(--from, auto 8px 8px)); max-height: var(--opened-high, min(19rem, var(--room, 19rem))); margin-top: var(--opened-gap, 14px); box-sizing: border-box; z-index: 4; }
.option {
  display: inline-flex; align-items: center; gap: 9px; min-height: 44px; padding: 0 14px; box-sizing: border-box; border-radius: 9px; background: var(--card); border: 1px solid var(--blank);
  cursor: pointer; font-variant-numeric: tabular-nums; white-space: nowrap;
}
.option:hover { border-color: var(--win); }
.option[aria-disabled=true] { cursor: default; color: var(--dim); }

.points { display: block; width: 100%; max-width: 900px; max-height: var(--tall, min(76vh, 640px)); margin: 0 auto; overflow: visible; touch-action: manipulation; }
.rim { fill: none; stroke: var(--blank); stroke-width: 2; }
.region { fill: var(--blank); stroke: var(--blank); stroke-width: 2; opacity: .75; }
.chord { fill: none; stroke: var(--ink); stroke-width: 4; stroke-linecap: round; }
.edge { fill: none; stroke: var(--ink); stroke-width: 3; stroke-linecap: round; }
.edge.leaf { stroke: var(--leaf); stroke-width: 9; }
.edge.gone { stroke: var(--dim); stroke-width: 2; stroke-dasharray: 4 7; }
.edge.falls { stroke-dasharray: 1 12; }
.ground { stroke: var(--leaf); stroke-width: 6; stroke-linecap: round; }
.line { outline: none; }
.line .along { fill: none; stroke: none; stroke-width: 16; stroke-linecap: round; opacity: .3; }
.line .reach { fill: none; stroke: transparent; stroke-width: 30; stroke-linecap: round; pointer-events: stroke; }
.line.wins .along { stroke: var(--win); stroke-width: 3; stroke-dasharray: 7 6; opacity: 1; transform: translate(7px, 5px); }
.line:is(.open:hover, :focus-visible, .hint) .along { stroke: var(--win); stroke-width: 16; stroke-dasharray: none; opacity: .4; transform: none; }
.line:focus-visible { box-shadow: none; }
.win { fill: none; stroke: var(--win); stroke-width: 2; stroke-dasharray: 7 6; opacity: .8; pointer-events: none; }
.preview { fill: none; stroke: var(--win); stroke-width: 4; stroke-dasharray: 9 7; pointer-events: none; }
.point.falls .dot { fill: var(--win); opacity: .55; }
.point.last .dot { stroke: var(--by); stroke-width: 5; }
.plate { fill: var(--card); }
.plated { font-size: 19px; font-weight: 600; fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.point:focus { outline: none; box-shadow: none; }
.point:focus-visible .halo { stroke: var(--win); stroke-width: 3.5; }
:is([role=gridcell], .heap, .line, .point).open { cursor: pointer; }
.reach { fill: transparent; }
.halo { fill: none; stroke: none; }
.dot { fill: transparent; stroke: none; }
.point.open:hover .dot { stroke: var(--win); stroke-width: 4; }
.point.wins .halo { stroke: var(--win); stroke-width: 2.5; }
.point.picked .dot { stroke: var(--win); stroke-width: 6; }
.point.hint .halo { stroke: var(--win); stroke-width: 5; animation: beckon-soft 1.2s ease-in-out 3; }
.point.last .name { text-decoration: underline; }
.name { font-size: 16px; fill: var(--ink); text-anchor: middle; dominant-baseline: central; pointer-events: none; font-variant-numeric: tabular-nums; }
.name.inside { fill: var(--card); font-weight: 650; }
.name:is(.coin, .vertex-gone, .counter-gone) { fill: var(--ink); }
.name:is(.dot, .earth, .token) { fill: var(--dim); font-weight: 400; transform: translate(28px, -18px); }
.name:is(.ground, .joint, .was-joint, .bloom) { fill: var(--dim); font-weight: 400; stroke: var(--card); stroke-width: 4; paint-order: stroke; transform: translate(30px, 18px); }
.name.ground { transform: translate(0, 26px); }
.taken .name { fill: var(--dim); }
@media (max-width: 560px) { .heap.long { flex-wrap: wrap; } .item { flex-wrap: wrap; justify-content: center; } .name { font-size: 25px; } .plated { font-size: 28px; } }
.text:is(pre) { margin: 0; font: 15px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-x: auto; white-space: pre-wrap; }
@media (prefers-reduced-motion: reduce) { *, *::before { animation: none !important; } :not(.paint), ::before { transition: none !important; } }
@media print { :host { color-scheme: light; ${PRINTED} } ${FLAT} }
@media (forced-colors: active) {
  :host { ${FORCED} --line: CanvasText; }
  ${FLAT}
  .paint, .palette, [role=gridcell], .sign, .scale span, .tokens i, .points, .mark, .badge, .num, .heap .worth { forced-color-adjust: none; }
  .heap.picked, .heap.hint, .heap.area, .option:hover { outline: 2px solid Highlight; }
  .heap.last .size { text-decoration-thickness: 3px; }
}
`;

// src/grundy/lab/web/static/board/board-selection.js
var key = (place) => typeof place === "number" ? `${place}` : `${place[0]},${place[1]}`;
function byPlace(choices) {
  const found = /* @__PURE__ */ new Map();
  for (const choice of choices) {
    for (const place of choice.places) {
      const here = found.get(key(place));
      if (here) here.push(choice);
      else found.set(key(place), [choice]);
    }
  }
  return found;
}
var Selection = class {
  constructor() {
    this.choices = [];
    this.picked = [];
  }
  clear() {
    this.picked = [];
  }
  /** Take back the place that was picked last. */
  back() {
    this.picked = this.picked.slice(0, -1);
  }
  /** The choices that are on all picked places. */
  get left() {
    return this.on(this.picked);
  }
  /** Whether a choice is exactly on the picked places: then a list of moves is shown. */
  get listing() {
    return this.picked.length > 0 && this.left.some((choice) => choice.places.length === this.picked.length);
  }
  /**
   * Pick a place, or take a picked place back. If no choice is left, the other places are unpicked.
   * @param {Place} place
   * @returns {{choice?: Choice, result: 'chosen' | 'picked' | 'unpicked' | 'nothing'}} `choice` if only one is left
   */
  pick(place) {
    if (this.picked.some((one) => key(one) === key(place))) {
      if (this.listing) this.back();
      else this.picked = this.picked.filter((one) => key(one) !== key(place));
      return { result: "unpicked" };
    }
    const picked = this.on([...this.picked, place]).length ? [...this.picked, place] : [place];
    const left = this.on(picked);
    if (!left.length) return { result: "nothing" };
    if (left.length === 1) return { choice: left[0], result: "chosen" };
    this.picked = picked;
    return { result: "picked" };
  }
  on(places) {
    const keys = places.map(key);
    if (!keys.length) return this.choices;
    return this.choices.filter((choice) => {
      const own2 = choice.places.map(key);
      return keys.every((one) => own2.includes(one));
    });
  }
};

// src/grundy/lab/web/static/board/game-board.js
init_dom();
init_words();
var TextDrawing = class {
  node = el("pre", { class: "text" });
  update(view) {
    write(this.node, spell(view.scene.text));
  }
};
var DRAWINGS = { grid: GridDrawing, text: TextDrawing };
var points = async () => (await Promise.resolve().then(() => (init_board_points(), board_points_exports))).PointsDrawing;
var LATER = { heaps: async () => (await Promise.resolve().then(() => (init_board_heaps(), board_heaps_exports))).HeapsDrawing, circle: points, graph: points };
var PROPERTIES = ["scene", "choices", "show", "words", "hint", "last", "area", "made", "disabled", "label"];
var SHEET = new CSSStyleSheet();
SHEET.replaceSync(CSS);
var GameBoard = class _GameBoard extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
    this._given = { scene: null, choices: [], show: [], words: {}, hint: null, last: [], area: [], made: [], disabled: false, label: "" };
    this._selection = new Selection();
    this._offered = [];
    this._due = false;
    this._held = false;
    this._drawing = null;
    this._kind = "";
    this._focusing = false;
    this._holder = el("div", { class: "holder" });
    this._live = el("div", { class: "live", "aria-live": "polite" });
    this._hands = {
      pick: (place) => this.pick(place),
      choose: (choice) => this._choose(choice),
      back: () => this.back(),
      preview: (choice) => this._drawing?.preview?.(choice),
      offer: (choices, key2, params) => this._offer(choices, key2, params),
      tell: (key2, params) => this._tell(key2, params)
    };
    this._list = new MoveList(this._hands);
    root.append(this._holder, this._list.node, this._live);
  }
  static observedAttributes = ["show", "label", "disabled"];
  attributeChangedCallback(name, _, value) {
    if (name === "show") this._set("show", (value ?? "").split(/\s+/).filter(Boolean));
    else if (name === "label") this._set("label", value ?? "");
    else this._set("disabled", value !== null);
  }
  /** @type {((board: GameBoard, data: any) => unknown) | null} makes a board from all positions of a game */
  static live = null;
  /** Use the answer inside the element, if there is one, as soon as it is parsed. */
  connectedCallback() {
    const own2 = this._held ? null : this.querySelector(':scope > script[type="application/json"]');
    if (!own2) {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.connectedCallback(), { once: true });
      return;
    }
    const { scene, choices = [], words: words3 = {}, ...data } = JSON.parse(own2.textContent ?? "{}");
    if (data.positions && !_GameBoard.live) return;
    this._held = true;
    if (data.positions) _GameBoard.live?.(this, data);
    else if (!this._given.scene) Object.assign(this, { words: words3, scene, choices });
  }
  static {
    for (const name of PROPERTIES) Object.defineProperty(this.prototype, name, { get() {
      return this._given[name];
    }, set(value) {
      this._set(name, value);
    } });
  }
  /** Set a property, and draw the board again. */
  _set(name, value) {
    Object.assign(this._given, { [name]: value });
    if (name === "scene" || name === "choices") {
      this._selection.choices = this._given.choices;
      this._selection.clear();
      this._offered = [];
      this._given.hint = null;
    }
    this._redraw();
  }
  /** The player of the last move, a or b. Each player has a colour. */
  set by(player) {
    this.dataset.by = player;
  }
  /** The places that are picked. */
  get picked() {
    return this._selection.picked;
  }
  /** Move the focus into the board. */
  focus() {
    this._draw();
    this._focus();
  }
  _focus() {
    if (this._given.scene && this._kind !== this._given.scene.kind) this._focusing = true;
    else if (this._drawing?.focus) this._drawing.focus();
    else this._list.focus();
  }
  /** Pick a place, or take a picked one back. */
  pick(place) {
    if (this._given.disabled) return;
    const { listing } = this._selection;
    this._offered = [];
    const found = this._selection.pick(place);
    if (found.choice) this._choose(found.choice);
    else if (found.result === "nothing") this._tell("nothing");
    else this._picked(found.result);
    if (listing && found.result === "unpicked") this._focus();
  }
  /** Take back the place that was picked last. */
  back() {
    if (!this._selection.picked.length && !this._offered.length) return;
    if (!this._offered.length) this._selection.back();
    this._offered = [];
    this._picked("unpicked");
    this._focus();
  }
  /**
   * List moves beside the drawing, which keeps the focus. If nothing is picked any more, remove the list.
   * @param {Choice[]} choices
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _offer(choices, message, params) {
    this._selection.clear();
    this._offered = choices;
    this._draw();
    this._tell(message, { ...params, count: choices.length });
  }
  /**
   * Show and announce the picked places.
   * @param {string} message a key of the words
   */
  _picked(message) {
    const { listing, left } = this._selection;
    this._draw();
    this._tell(listing ? "listed" : message, { number: left.length });
    this.dispatchEvent(new CustomEvent("pick"));
    if (listing) this._list.focus();
  }
  _choose(choice) {
    if (this._given.disabled) return;
    const { listing, picked } = this._selection;
    const offered = this._offered.length > 0;
    if (picked.length || offered) {
      this._selection.clear();
      this._offered = [];
      this._draw();
    }
    if (listing || offered) this._focus();
    this._tell("chosen", { move: moveText(choice) });
    this.dispatchEvent(new CustomEvent("choose", { detail: choice, bubbles: true }));
  }
  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _tell(message, params) {
    write(this._live, this._say(message, params));
    if (message === "nothing") this.dispatchEvent(new CustomEvent("nothing", { bubbles: true }));
  }
  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _say(message, params = {}) {
    const text = this._given.words[message] ?? message;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
  }
  /** Draw once, after all properties of this turn have been set. */
  _redraw() {
    if (this._due) return;
    this._due = true;
    queueMicrotask(() => this._draw());
  }
  _draw() {
    this._due = false;
    const { scene, show, hint, last, area, made: made2, disabled, label, words: words3 } = this._given;
    if (!scene) return;
    const { kind } = scene;
    if (kind in LATER && !DRAWINGS[kind]) {
      LATER[kind]().then((drawing) => {
        DRAWINGS[kind] = drawing;
        this._draw();
      });
      return;
    }
    const { picked, left, listing } = this._selection;
    const view = {
      scene,
      choices: left,
      offered: this._offered,
      at: byPlace(left),
      picked: new Set(picked.map(key)),
      show: new Set(show),
      hint: new Set(this._selection.choices.find(({ move }) => move === hint)?.places.map(key)),
      last: new Set(last.map(key)),
      area: new Set(area.map(key)),
      made: made2,
      disabled,
      label,
      words: words3,
      say: (message, params) => this._say(message, params)
    };
    if (!this._drawing || this._kind !== kind) {
      this._focusing ||= this._holder.contains(this.shadowRoot?.activeElement ?? null);
      this._kind = kind;
      this._drawing = new (DRAWINGS[kind] ?? TextDrawing)(this._hands);
      fill(this._holder, this._drawing.node);
    }
    this._drawing.update(view);
    const loose = left.filter((choice) => !choice.places.length);
    const offered = this._offered.length > 0;
    if (this._focusing) {
      this._focusing = false;
      this._focus();
    }
    this._list.update(view, offered ? this._offered : listing ? left : picked.length ? [] : loose, listing || offered);
  }
};
if (!customElements.get("game-board")) customElements.define("game-board", GameBoard);

// src/grundy/lab/web/static/board/boards.js
init_dom();

// src/grundy/lab/web/static/base/api.js
init_memory();
init_typed_rules();
init_words();
var PAGE = Math.random().toString(36).slice(2);
var Refusal = class extends Error {
  /**
   * @param {{type?: string, kind?: string, message?: string, line?: number | null, column?: number | null, [more: string]: unknown}} error
   * @param {number} status
   */
  constructor(error, status) {
    super(error.message ?? String(status));
    this.type = error.type ?? "";
    this.kind = error.kind ?? "";
    this.data = error;
    this.status = status;
  }
  /** Whether the work took too long. The request itself was correct. */
  get isForTime() {
    return this.type === "over-budget";
  }
};
var Lost = class extends Error {
};

// src/grundy/lab/web/static/base/catalogue.js
init_dom();
init_typed_rules();
init_words();
var games = /* @__PURE__ */ new Map();
var isOwn = (name) => games.get(name)?.source === null;
var OURS = "grundy-";
var wordName = (name) => name.startsWith(OURS) ? name.slice(OURS.length) : name;
function gameTitle(name) {
  const known = games.get(name);
  if (isOwn(name)) return (name[0].toUpperCase() + name.slice(1)).replaceAll("_", " ");
  const key2 = `game.${known ? wordName(name) : name}`;
  return has(key2) ? t(key2) : known?.title ?? name;
}

// src/grundy/lab/web/static/board/boards.js
init_words();
var BROAD = 20;
var Boards = class {
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.node = el("div", { class: "boards", onchoose: (event) => this.onChoose(event.detail) });
    this.always = [];
    this.boards = [];
    this.area = null;
    this.moves = 0;
  }
  /**
   * @param {Answer} answer
   * @param {{show: string[], disabled?: boolean, hint?: string | null, last?: Places, by?: 'a' | 'b', over?: boolean, area?: Places, made?: any[]}} options
   */
  update(answer, { show, disabled = false, hint = null, last = null, by = "a", over = false, area = null, made: made2 = [] }) {
    const { scenes, choices } = answer;
    this.area = area;
    if (this.boards.length !== scenes.length) {
      this.boards = scenes.map(() => (
        /** @type {GameBoard} */
        document.createElement("game-board")
      ));
      fill(this.node, ...this.boards.map((board2) => el("section", { class: "term" }, el("h2", { class: "term-name" }), board2)));
    }
    const words3 = boardWords();
    scenes.forEach((scene, term) => {
      const board2 = this.boards[term];
      const name = answer.terms[term].game.replace(/:$/, "");
      const head = (
        /** @type {HTMLElement} */
        board2.previousElementSibling
      );
      head.hidden = scenes.length === 1;
      head.textContent = `${answer.terms[term].parts}. ${gameTitle(name)}`;
      board2.words = words3;
      board2.scene = scene;
      board2.choices = choices.filter((choice) => choice.term === term);
      board2.show = [...show, ...this.always];
      board2.disabled = disabled;
      board2.by = by;
      board2.hint = hint;
      board2.last = last && last.term === term ? last.places : [];
      board2.made = made2.filter((move) => move.term === term && move.places);
      board2.area = area && area.term === term ? area.places : [];
      board2.parentElement.classList.toggle("broad", scene.kind === "grid" && scene.rows[0].length > BROAD);
      board2.label = scenes.length > 1 ? `${answer.terms[term].parts}. ${gameTitle(name)}` : gameTitle(name);
    });
    if (by === "b" && last && made2.length > this.moves && scenes.length > 1) this.boards[last.term].parentElement?.scrollIntoView({ block: "nearest" });
    this.moves = made2.length;
    this.node.classList.toggle("over", over);
    this.node.classList.toggle("several", scenes.length > 1);
  }
  /**
   * Highlight places on the boards for a while.
   * @param {Places} places null ends the highlight
   */
  light(places) {
    const shown = places ?? this.area;
    this.boards.forEach((board2, term) => board2.area = shown && shown.term === term ? shown.places : []);
  }
  /** Show no board. */
  clear() {
    this.boards = [];
    fill(this.node);
  }
  focus() {
    this.boards[0]?.focus();
  }
};

// src/grundy/lab/web/static/play/played-game.js
init_colours();
init_dom();

// src/grundy/lab/web/static/base/say.js
init_words();
var say = (message) => t(message.kind, message);
var worth = ({ nimber, value = "WIN" }) => nimber === null ? value : number(nimber);
function sayOutcome(answer, said = "outcome.") {
  const kind = answer.nimber !== null ? "is" : answer.value === "WIN" ? "none" : answer.value === "LOONY" ? "loony" : "loopy";
  return `${t(`${said}${answer.outcome}`)}${t("sentences")}${t(`nimber.${kind}`, { value: worth(answer) })}`;
}
var MOST_SUMMED = 24;
function sumText(answer) {
  const { components } = answer;
  if (components.length < 2 || components.length > MOST_SUMMED) return "";
  return `${components.map((one) => one.nimber ?? worth(one)).join(" ⊕ ")} = ${answer.nimber ?? worth(answer)}`;
}
var MOST_NEAR = 3;
var isLostFile = (error) => error instanceof TypeError && /dynamically imported module|module script failed|Failed to fetch|NetworkError|Load failed/.test(error.message);
function sayError(error) {
  if (error instanceof DOMException && error.name === "AbortError") return t("error.stopped");
  if (error instanceof Lost || isLostFile(error)) return t("error.lost");
  if (!(error instanceof Refusal)) return t("error.page", { error: String(error) });
  if (error.kind === "error.input") return t("error.input-at", error.data);
  if (error.kind === "error.name") return t("error.name", { ...error.data, near: (
    /** @type {string[]} */
    error.data.near.slice(0, MOST_NEAR)
  ) });
  return error.kind ? t(error.kind, error.data) : t("error.refused", { status: error.status });
}

// src/grundy/lab/web/static/base/state.js
init_typed_rules();
var VIEWS = (
  /** @type {const} */
  ["play", "learn", "puzzles", "sum", "sequences", "tables", "teach", "clinic", "own", "why"]
);
var MAIN = VIEWS.slice(0, -1);
var COACHES = ["novice", "learner", "club", "expert", "perfect"];
var GOALS = ["only", "win", "prove", "zero"];
var SHOWN = ["winning", "values", "components", "comments"];
var THEMES = (
  /** @type {const} */
  ["light", "dark"]
);
var MAKERS = ["you", "coach", "1", "2"];
var MOST_LENGTH = 1e6;
var [TABLE, SEQUENCE] = ["wythoff", "0.77"];
function read(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  const text = (name) => params.get(name) ?? "";
  const all = (name) => params.getAll(name);
  const view = path ? VIEWS.find((one) => one === path) ?? "play" : "front";
  const [texts, notes, moves, letters] = [all("p"), all("n"), all("m"), text("by")];
  return {
    view,
    unknown: path && view !== path ? path : "",
    parts: all("g").map((game, i) => ({ game, text: texts[i] ?? "" })),
    moves,
    at: whole(params.get("at"), moves.length, 0, moves.length),
    makers: letters.length === moves.length ? [...letters].map((letter) => MAKERS.find((one) => one[0] === letter) ?? "you") : [],
    again: text("again").split(".").filter((one) => /^\d{1,4}$/.test(one)).map(Number),
    show: SHOWN.filter((one) => text("show").split(" ").includes(one)),
    against: text("with") === "friend" ? "friend" : "coach",
    side: text("side") === "second" ? "second" : "first",
    rules: text("rules") === "misere" ? "misere" : "normal",
    fast: params.has("fast"),
    coach: COACHES.find((one) => one === text("coach")) ?? "",
    setup: params.has("setup"),
    part: whole(params.get("part"), 0, 0, 999),
    look: params.get("look"),
    classroom: params.has("class"),
    answers: params.has("answers"),
    theme: THEMES.find((one) => one === params.get("theme")) ?? null,
    problem: text("problem"),
    code: params.get("code") ?? (view === "tables" ? TABLE : SEQUENCE),
    beside: text("beside"),
    length: whole(params.get("length"), 200, 1, MOST_LENGTH),
    goal: GOALS.find((one) => one === text("goal")) ?? "",
    day: /^\d{4}-\d\d-\d\d$/.exec(text("day"))?.[0] ?? "",
    lesson: text("lesson"),
    step: whole(params.get("step"), 1, 1, 99),
    taught: text("taught"),
    own: text("own"),
    title: text("title"),
    stops: all("s").map((address, i) => ({ address, note: notes[i] ?? "" })),
    language: params.get("lang")
  };
}
var tells = ({ classroom, answers }) => !classroom || answers;
var shownOf = ({ classroom, answers, show }) => classroom ? answers ? SHOWN : [] : show;
function usualMaker({ against, side, again }, ply) {
  const first = (ply - again.filter((one) => one < ply).length) % 2 === 0;
  if (against === "friend") return first ? "1" : "2";
  return first === (side === "first") ? "you" : "coach";
}
var makerOf = (state, ply) => state.makers[ply] ?? usualMaker(state, ply);
function whole(text, usual, least, most) {
  const found = text === null || !/^\d{1,9}$/.test(text) ? usual : Number(text);
  return Math.max(least, Math.min(most, found));
}

// src/grundy/lab/web/static/board/shapes.js
init_dom();
var ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round", fill: "none" };
var DRAWN = {
  a: () => [svg("circle", { cx: 24, cy: 24, r: 18, fill: "var(--a)" })],
  b: () => [svg("rect", { x: 8, y: 8, width: 32, height: 32, rx: 2, fill: "var(--b)" })],
  kept: () => [svg("circle", { cx: 24, cy: 24, r: 20, fill: "var(--good)" }), line2("M15 24.5l6.5 6.5L33.5 18", "var(--card)", 4)],
  lost: () => [
    svg("rect", { x: 7.2, y: 7.2, width: 33.6, height: 33.6, rx: 3, transform: "rotate(45 24 24)", fill: "var(--bad)" }),
    line2("M17.5 17.5l13 13M30.5 17.5l-13 13", "var(--card)", 3)
  ],
  same: () => [svg("circle", { cx: 24, cy: 24, r: 18.5, ...ROUND, stroke: "var(--dim)", "stroke-width": 3 }), line2("M15 24h18", "var(--ink)", 4)],
  waits: () => [
    svg("rect", { x: 9.5, y: 9.5, width: 29, height: 29, rx: 2, fill: "none", stroke: "var(--b)", "stroke-width": 3 }),
    ...[16, 24, 32].map((cx) => svg("circle", { cx, cy: 24, r: 2.6, fill: "var(--ink)" }))
  ],
  counts: () => [svg("circle", { cx: 24, cy: 24, r: 18.5, fill: "none", stroke: "var(--dim)", "stroke-width": 3 }), line2("M24 24V5.5M24 24l9 9", "var(--ink)", 3)],
  win: () => [svg("circle", { cx: 24, cy: 24, r: 18.5, fill: "none", stroke: "var(--win)", "stroke-width": 4 })],
  parts: () => [3, 28].map((x) => svg("rect", { x, y: 12, width: 17, height: 24, rx: 2, fill: "none", stroke: "var(--dim)", "stroke-width": 3 }))
};
var line2 = (d, stroke, width) => svg("path", { d, ...ROUND, stroke, "stroke-width": width });
var shape = (name) => svg("svg", { viewBox: "0 0 48 48", class: `shape ${name}`, "aria-hidden": "true", focusable: "false" }, ...DRAWN[name]());

// src/grundy/lab/web/static/play/strip.js
init_dom();

// src/grundy/lab/web/static/base/loading.js
init_dom();
init_words();
var LONG2 = 10;
function sayLeft({ left = null, most, late }) {
  if (left === null || left < LONG2) return [];
  const time = left < 90 ? t("work.left-seconds", { number: 10 * Math.ceil(left / 10) }) : t("work.left-minutes", { number: Math.ceil(left / 60) });
  if (most === void 0) return [time];
  return [time, late ? t("work.too-long", { number: Math.round(most / 60) }) : t("work.smaller")];
}
var sayProgress = (done, total) => total ? t("work.share", { percent: Math.floor(100 * done / total) }) : t("work.done", { done });

// src/grundy/lab/web/static/theory/terms.js
init_dom();
init_memory();
init_words();
var TERMS = ["nimber", "n-position", "p-position", "d-position", "nim-sum", "mex", "component", "genus"];
function linkTerms(node) {
  for (const term of TERMS) {
    const word = has(`term.${term}`) ? t(`term.${term}`).toLowerCase() : "";
    const place = word && [...node.childNodes].find((child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? "").toLowerCase().includes(word));
    if (!place) continue;
    const text = place.textContent ?? "";
    const start = text.toLowerCase().indexOf(word);
    place.replaceWith(text.slice(0, start), link(term, text.slice(start, start + word.length)), text.slice(start + word.length));
  }
}
var link = (term, text) => el("a", { class: "gloss", href: location.hash || "#", onclick: (event) => {
  event.preventDefault();
  openGlossary(term);
} }, text);
function openGlossary(wanted) {
  const close = el("button", { type: "button", onclick: () => dialog.close() }, t("act.close"));
  const entries = TERMS.flatMap((term) => [
    el("dt", { id: `term-${term}`, "aria-current": term === wanted ? "true" : null }, t(`term.${term}`)),
    el("dd", {}, t(`gloss.${term}`))
  ]);
  const dialog = el(
    "dialog",
    { class: "glossary", "aria-labelledby": "glossary", onclose: () => dialog.remove() },
    el("div", { class: "row" }, el("h2", { id: "glossary" }, t("gloss.title")), close),
    el("dl", {}, ...entries)
  );
  document.body.append(dialog);
  dialog.showModal();
  if (wanted) dialog.querySelector(`#term-${wanted}`)?.scrollIntoView({ block: "nearest" });
}
function firstNimber() {
  if (stored("nimber")) return "";
  store("nimber", "told");
  return t("gloss.first");
}

// src/grundy/lab/web/static/play/turns.js
init_dom();
init_words();
var MISTAKES = ["gave-away", "gave-draw-away", "drew"];
var COLOURS = { you: "a", coach: "b", 1: "a", 2: "b" };
var NAMES2 = { you: "player.you", coach: "player.coach", 1: "player.1", 2: "player.2" };
var makerName = (maker) => t(NAMES2[maker]);
function turnText(next) {
  if (next === "you") return t("turn.you");
  return next === "coach" ? t("turn.coach") : t("turn.player", { player: makerName(next) });
}
var movesMade = (state, steps) => steps.slice(1).map((step, ply) => ({ .../** @type {any} */
step.places, by: COLOURS[makerOf(state, ply)], ply: ply + 1 }));
function winnerOf(state, verdicts) {
  const last = verdicts.length - 1;
  if (last < 0) return null;
  const moves = state.again.includes(last);
  if (!moves && (state.rules !== "misere" || verdicts[last] === "won")) return makerOf(state, last);
  const maker = makerOf(state, last);
  return { you: (
    /** @type {Maker} */
    "coach"
  ), coach: (
    /** @type {Maker} */
    "you"
  ), 1: (
    /** @type {Maker} */
    "2"
  ), 2: (
    /** @type {Maker} */
    "1"
  ) }[maker];
}
function overText(state, verdicts, drawn2 = false) {
  if (drawn2) return t("over.draw");
  const moves = verdicts.length;
  const winner = winnerOf(state, verdicts);
  if (!winner) return t(state.rules === "misere" ? "over.misere" : "over.start");
  if (winner === "you") return t("over.you", { moves });
  if (winner !== "coach") return t("over.player", { player: makerName(winner), moves });
  return t("over.coach", { moves });
}
var TurnBar = class {
  constructor() {
    this.node = el("p", { class: "versus", "aria-hidden": "true" });
  }
  /**
   * @param {State} state
   * @param {{over: boolean, drawn: boolean}} [now]
   * @param {(string | null)[]} [verdicts] on the moves made so far
   */
  update(state, { over, drawn: drawn2 } = { over: false, drawn: false }, verdicts = []) {
    const shown = over ? drawn2 ? null : winnerOf(state, verdicts) : usualMaker(state, state.at);
    const players = state.against === "friend" ? ["1", "2"] : ["you", "coach"];
    set(this.node, { "data-over": String(over) });
    fill(this.node, ...players.map((one) => el(
      "span",
      { class: `player ${COLOURS[one]}${one === shown ? " on" : ""}` },
      shape(COLOURS[one]),
      one === "coach" && state.coach ? `${makerName(one)}: ${t(`player.${state.coach}`)}` : makerName(one)
    )));
  }
};

// src/grundy/lab/web/static/play/strip.js
init_words();
var LOOKS = {
  won: ["good", "kept"],
  kept: ["good", "kept"],
  "kept-draw": ["good", "kept"],
  "lost-anyway": ["wait", "same"],
  "gave-away": ["bad", "lost"],
  "gave-draw-away": ["bad", "lost"],
  drew: ["bad", "lost"]
};
var Strip = class {
  /**
   * @param {(text: string) => void} tell announces a text to screen readers
   * @param {Offers} offers
   */
  constructor(tell, offers) {
    this.tell = tell;
    this.offers = offers;
    this.sign = el("div", { class: "sign" });
    this.head = el("div", { class: "head", hidden: true });
    this.turn = el("h2", { class: "turn" }, t("loading"));
    this.why = el("p", { class: "why" });
    this.act = el("div", { class: "go" });
    this.node = el("section", { class: "strip status", "aria-label": t("status") }, this.sign, el("div", { class: "comments" }, this.head, this.turn, " ", this.why), this.act);
  }
  update(state, steps, now) {
    const said = now.over ? ending(state, steps, now, this.offers) : judgement(state, steps, this.offers) ?? turnOf(state, steps, now, this.offers);
    this.say(said);
    set(this.node, { "data-over": String(now.over) });
  }
  say({ tone, shape: name, head, turn, why, act = null, class: looks2 = "" }) {
    set(this.node, { class: `strip status ${tone}`, "data-loading": null });
    fill(this.sign, shape(name));
    this.head.hidden = turn === void 0;
    write(this.head, turn === void 0 ? "" : head);
    write(this.turn, turn === void 0 ? head : (
      /** @type {string} */
      ended(turn)
    ));
    this.node.classList.toggle("judged", turn !== void 0);
    this.why.className = `why ${looks2}`;
    const parts = why.filter((one) => one).map((one) => typeof one === "string" || one instanceof Node ? one : link2(
      /** @type {Act} */
      one
    ));
    fill(this.why, ...parts.flatMap((one, i) => i ? [t("sentences"), one] : [one]));
    if (this.offers.why || this.offers.setup) linkTerms(this.why);
    const before = (
      /** @type {HTMLElement | null} */
      this.act.firstElementChild
    );
    if (act && before?.dataset.act === act.act && before.textContent === act.text) before.onclick = act.do;
    else fill(this.act, act && button(act));
    this.tell([this.turn.textContent, this.head.textContent, ...parts.map((one) => typeof one === "string" ? one : one.textContent)].filter(Boolean).map(ended).join(t("sentences")));
  }
  /** Show that there is no position yet; a screen reader is told of the position alone. */
  wait() {
    this.quietly(() => this.say({ tone: "wait", shape: "waits", head: t("loading"), why: [] }));
  }
  /** @param {() => void} act without an announcement */
  quietly(act) {
    const { tell } = this;
    this.tell = () => {
    };
    act();
    this.tell = tell;
  }
  /** @param {string} text of a hint */
  hint(text) {
    this.say({ tone: "a", shape: "win", head: t("act.hint"), why: [text], act: whyOf(this.offers, null) });
  }
  /** @param {unknown} error why something cannot be done; the rest of the page stays as it is */
  refuse(error) {
    this.complain(sayError(error));
  }
  /**
   * @param {string} text of an error
   * @param {(() => void) | null} [again]
   */
  complain(text, again = null) {
    this.say({ tone: "bad", shape: "lost", head: t("error.title"), why: [text], class: "said error", act: again && { act: "again", text: t("work.retry"), do: again } });
  }
  /** Show why there is no position, with an action: try again if the server does not answer; choose another game or position. */
  fail(error, again) {
    const { setup, games: games2 } = this.offers;
    this.complain(sayError(error), again);
    if (!(error instanceof Refusal)) return;
    const [act, text, work] = error.kind === "error.name" ? ["games", "front.games", games2] : ["setup", "act.setup", setup];
    fill(this.act, work ? button({ act, text: t(text), do: work }) : null);
  }
  /**
   * Show that a position is being solved, was stopped, or cannot be shown.
   * @param {import('../base/loading.js').Loader<any>} loader
   * @param {Loading<any>} loading
   * @param {boolean} [guesses] whether a coach plays meanwhile
   */
  loading(loader, loading, guesses = false) {
    const { phase } = loading;
    if (phase === "failed" && !(loading.long && loading.draft)) this.fail(loading.error, () => loader.again());
    else if (phase === "idle" || phase === "failed") {
      const figure = phase === "failed" && loading.error instanceof Refusal ? `(${sayError(loading.error)})` : null;
      this.say({
        tone: "wait",
        shape: "counts",
        head: t(phase === "idle" ? "work.stopped-title" : "work.unsolved"),
        class: "said dim",
        why: [t(phase === "idle" ? "work.stopped" : "work.unsolved-why"), loading.draft && guesses && t("work.guesses"), figure],
        act: { act: "again", text: t("work.again"), do: () => loader.again() }
      });
    } else if (phase === "working") {
      const { done, total, draft, long } = loading;
      const known = done === null ? t("loading") : [sayProgress(done, total), ...sayLeft(loading)].join(" ");
      const stop = done === null && !draft ? null : { act: "stop", text: t("work.stop"), do: () => loader.stop() };
      const say2 = () => this.say({ tone: "a", shape: "counts", head: t(draft ? "work.counting" : "work.title"), why: [draft && long && t("work.play-on"), draft && long && guesses && t("work.guesses"), known], act: stop, class: "said dim" });
      if (this.node.dataset.loading === phase) this.quietly(say2);
      else say2();
    }
    set(this.node, { "data-loading": phase });
  }
};
function beginOf(scenes) {
  if (scenes.length > 1) return "begin.sum";
  return scenes[0].kind === "graph" && scenes[0].moves?.length ? "begin.edges" : `begin.${scenes[0].kind}`;
}
var ended = (text) => /[.!?\u2026\u3002]\s*$/.test(text ?? "") ? text : `${text}${t("strip.end")}`;
var button = (one) => Object.assign(el("button", { type: "button", class: one.primary ? "primary" : "", "data-act": one.act }, one.text), { onclick: one.do });
var looks = ({ look }) => look ? { onpointerenter: () => look(true), onfocus: () => look(true), onpointerleave: () => look(false), onblur: () => look(false) } : {};
var link2 = (one) => el("a", { href: location.hash || "#", "data-act": one.act, ...looks(one), onclick: (event) => {
  event.preventDefault();
  one.do();
} }, one.text);
function turnOf(state, steps, now, offers) {
  const next = usualMaker(state, state.at);
  const { answer } = steps[steps.length - 1];
  const back = state.at < state.moves.length && next === "coach";
  const told = tells(state) && answer.outcome !== null;
  const seat = told && !state.at && next === "you" && answer.outcome === "P" && !state.classroom && offers.swap;
  const maker = (ply) => makerOf(state, ply);
  const own2 = state.at > 1 && maker(state.at - 1) === "coach" && maker(state.at - 2) === "you" && !tells(state);
  const last = state.at ? [own2 && played("you", made(state.moves, steps, state.at - 2)), played(maker(state.at - 1), made(state.moves, steps, state.at - 1))] : [];
  const known = told && shownOf(state).some((one) => one !== "comments");
  const begin = !state.at && !known && !now.closed && !seat && t(beginOf(answer.scenes));
  return {
    tone: now.waits ? "wait" : COLOURS[next],
    shape: now.waits ? "waits" : COLOURS[next],
    head: back ? t("turn.back") : turnText(next),
    why: [...last, saysAgain(steps), begin, known && !seat && outcomeText(state, answer), known && !seat && offers.why && state.rules !== "misere" && answer.nimber !== null && firstNimber(), seat && t(["", "perfect"].includes(state.coach) ? "seat.lost" : "seat.lost-errs")],
    act: seat ? { act: "seat", text: t("seat.second"), do: (
      /** @type {() => void} */
      offers.swap
    ) } : whyOf(offers, null)
  };
}
var outcomeText = (state, answer) => state.rules === "misere" ? t(answer.outcome === "N" ? "outcome.misere-N" : "outcome.misere-P") : sayOutcome(answer);
function whyOf({ why }, ply) {
  return why ? { act: "why", text: t("why.position"), do: () => why(ply) } : null;
}
function judgement(state, steps, offers) {
  const last = steps.length - 1;
  if (last < 1 || !tells(state)) return null;
  let ply = last;
  while (ply > 0 && makerOf(state, ply - 1) === "coach") ply -= 1;
  const replied = ply < last;
  if (ply < 1 || replied && makerOf(state, ply - 1) !== "you") return null;
  const { comment } = steps[ply];
  const maker = makerOf(state, ply - 1);
  if (!comment || maker === "coach" || maker !== "you" && !shownOf(state).includes("comments")) return null;
  const [tone, name] = LOOKS[comment.verdict] ?? LOOKS["lost-anyway"];
  const wrong = MISTAKES.includes(comment.verdict);
  const next = usualMaker(state, state.at);
  const turn = state.at < state.moves.length && next === "coach" ? t("turn.back") : turnText(next);
  const verdict = t(`strip.${comment.verdict}`, replied ? { move: t("strip.yours") } : comment);
  const why = reason(state, comment);
  const erred = replied && steps[last].answer.outcome === "N" && !["kept", "won"].includes(comment.verdict);
  const better = wrong && betterOf(comment, ply - 1, offers, erred);
  const replies = state.moves.slice(ply, last).map((_, i) => played("coach", made(state.moves, steps, ply + i)));
  if (erred) return { tone: "good", shape: "kept", head: t(wrong ? "strip.erred-too" : "strip.erred"), turn, why: [...replies, better], act: whyOf(offers, null) };
  const said = replied ? { head: turn, why: [...replies, ended(verdict), el("span", { class: "reason" }, why), better] } : { head: verdict, turn, why: [saysAgain(steps), why, better] };
  const { back } = offers;
  return { tone, shape: name, ...said, act: wrong && back && !state.classroom ? { act: "take-back", text: t("strip.back"), do: back } : whyOf(offers, ply - 1) };
}
var saysAgain = (steps) => steps[steps.length - 1].comment?.again && t(steps[steps.length - 1].comment?.again);
function reason(state, { verdict, nimber_after: nimber, again, entailing }) {
  const wins2 = verdict === "kept" || verdict === "won";
  if (again) return t(wins2 ? "reason.again-wins" : "reason.again-lost");
  const plain = state.rules === "misere" || nimber === null || nimber === void 0 || entailing && verdict === "lost-anyway";
  if (wins2) return t(plain ? "reason.kept-plain" : "reason.kept");
  if (verdict === "gave-away") return plain ? t("reason.gave-away-plain") : t("reason.gave-away", { nimber });
  if (verdict === "lost-anyway") return plain ? t("reason.lost-anyway-plain") : t("reason.lost-anyway", { nimber });
  return t(verdict === "gave-draw-away" ? "reason.gave-away-plain" : "reason.draw");
}
function betterOf(comment, ply, { better, light }, past) {
  const { better: move } = comment;
  if (!move) return null;
  const text = t(comment.verdict === "gave-draw-away" ? "reason.better-draw" : past ? "reason.better-before" : "reason.better", comment);
  return better ? { act: "better", text: (
    /** @type {string} */
    ended(text)
  ), do: () => better(ply), look: (on) => light?.(on ? ply : null, move) } : ended(text);
}
function ending(state, steps, { drawn: drawn2 }, offers) {
  const verdicts = steps.slice(1).map((step) => step.comment?.verdict ?? null);
  const winner = drawn2 ? null : winnerOf(state, verdicts);
  const { again, swap, harder } = offers;
  const next = winner === "you" && harder && COACHES[COACHES.indexOf(state.coach) + 1];
  const coach = state.against === "coach";
  const offer = (act, todo) => todo && coach ? { act, text: t(`over.${act}`), do: todo } : null;
  const told = tells(state) ? mistakes(state, steps, offers) : [];
  return {
    tone: winner ? COLOURS[winner] : "wait",
    shape: winner ? COLOURS[winner] : "same",
    head: overText(state, verdicts, drawn2),
    why: [winner === "you" && offers.won?.(), ...told, next ? offer("play-again", again) : winner === "coach" ? offer("swap", swap) : offer("harder", harder) ?? offer("swap", swap)],
    act: next ? { act: "harder", text: t("over.next", { coach: t(`player.${next}`) }), primary: true, do: harder } : again && steps.length > 1 ? { act: "play-again", text: t("over.play-again"), primary: true, do: again } : null
  };
}
function mistakes(state, steps, { better, practise }) {
  const wrong = steps.flatMap(({ comment: comment2 }, ply) => comment2 && MISTAKES.includes(comment2.verdict) && makerOf(state, ply - 1) !== "coach" ? [ply] : []);
  const coach = state.against === "coach";
  const own2 = steps.slice(1).filter((_, ply) => makerOf(state, ply) === "you");
  if (!wrong.length) {
    if (steps.length < 2 || !steps.slice(1).every(({ comment: comment2 }) => comment2)) return [];
    return [coach ? t(own2.length && own2.every(({ comment: comment2 }) => comment2?.verdict === "lost-anyway") ? "over.never" : "over.no-mistake") : null];
  }
  const links = wrong.slice(0, 4).map((ply) => {
    const text = t(wrong.length === 1 && coach ? "over.mistake" : "over.mistake-short", { number: ply });
    return better ? { act: "mistake", text, do: () => better(ply - 1) } : text;
  });
  const { comment } = steps[wrong[0]];
  const passed = makerOf(state, wrong[0]) !== makerOf(state, wrong[0] - 1);
  const left = passed && wrong.length === 1 && comment && comment.nimber_after !== null && comment.nimber_after !== void 0 && state.rules !== "misere";
  const last = wrong[wrong.length - 1];
  const again = practise && coach && state.rules !== "misere" && { act: "practise", text: t("over.practise"), do: () => practise(last - 1) };
  return [...wrong.length > 1 || !coach ? [t("over.mistakes")] : [], ...links, left ? el("span", { class: "reason" }, t("over.left", { ...comment, nimber: comment.nimber_after })) : null, again || null];
}
var played = (maker, move) => maker === "coach" ? t("coach.played", { move }) : t("friend.played", { player: makerName(maker), move });

// src/grundy/lab/web/static/play/played-game.js
init_words();
var THINKING = 450;
var REPEATED = 3;
var thinking = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : THINKING;
function isDrawn(steps) {
  const { position, choices } = steps[steps.length - 1].answer;
  const been = steps.filter((step, ply) => step.answer.position === position && (steps.length - ply) % 2 === 1);
  return choices[0]?.outcome !== void 0 && been.length >= REPEATED;
}
var isOver = (steps) => steps[steps.length - 1].answer.choices.length === 0 || isDrawn(steps);
var placeOf2 = ({ parts, rules }) => JSON.stringify([parts, rules]);
var PlayedGame = class {
  constructor({ move, toggle, acts, toggles, tell, offers = {}, boards = new Boards(() => {
  }) }) {
    this.boards = boards;
    boards.onChoose = (choice) => this.current && move(choice.move);
    this.bar = new TurnBar();
    this.status = new Strip(tell, offers);
    this.buttons = Object.fromEntries(Object.entries(acts).map(([name, act]) => [
      name,
      el("button", { type: "button", disabled: true, class: name === "hint" ? "primary" : "", "data-act": name, onclick: act }, icon(name), el("span", {}, t(`act.${name}`)))
    ]));
    this.toggles = toggles.map((name) => el("input", { type: "checkbox", role: "switch", value: name, "data-show": name, onchange: () => toggle(name) }));
    this.labels = this.toggles.map((input) => el("label", { class: "switch" }, el("span", {}, t(`show.${input.value}`)), legend2(input.value), input));
    this.sum = el("p", { class: "sumline", hidden: true });
    this.state = null;
    this.steps = [];
    this.place = "";
    this.current = false;
  }
  get last() {
    return this.steps[this.steps.length - 1];
  }
  get over() {
    return isOver(this.steps);
  }
  get drawn() {
    return isDrawn(this.steps);
  }
  /** The number of first moves that cannot be taken back: the coach's first move, if it begins. */
  get first() {
    return this.isCoachs(0) ? 1 : 0;
  }
  /** @param {number} ply counted from 0 */
  isCoachs(ply) {
    return makerOf(
      /** @type {State} */
      this.state,
      ply
    ) === "coach";
  }
  /** Whether it is the coach's turn. */
  get waits() {
    const state = (
      /** @type {State} */
      this.state
    );
    return !this.over && state.at === state.moves.length && usualMaker(state, state.at) === "coach";
  }
  /** Whether nothing can be picked: the coach is to move, or has moved here already, or the game is over. */
  get closed() {
    const { at, moves } = (
      /** @type {State} */
      this.state
    );
    return this.waits || this.over || at < moves.length && this.isCoachs(at);
  }
  /**
   * Begin with a position without an answer. The boards of another game are removed; those of an earlier position stay
   * until the answer is there, but nothing can be picked on them.
   */
  begin(state) {
    this.state = state;
    this.current = false;
    const place = placeOf2(state);
    if (place !== this.place && (this.place || !this.boards.boards.length)) this.clear();
    this.place = place;
    this.bar.update(state);
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    this.toggles.forEach((input, i) => this.labels[i].hidden = input.value === "comments" && state.against !== "friend");
  }
  /** Show no game, until a position is drawn. */
  clear() {
    this.steps = [];
    this.boards.clear();
    this.sum.hidden = true;
    this.status.wait();
    this.wait();
  }
  /**
   * Draw the position that the steps lead to.
   * @param {Step[]} steps
   * @param {{text: string, move: string | null, area: HintStep['area']} | null} [hint]
   */
  draw(steps, hint = null) {
    const state = (
      /** @type {State} */
      this.state
    );
    this.steps = steps;
    this.current = true;
    const { places } = this.last;
    const answer = this.whole(this.last.answer);
    const { over, drawn: drawn2, closed, waits } = this;
    const show = shownOf(state);
    const by = state.at ? COLOURS[makerOf(state, state.at - 1)] : "a";
    this.boards.update(answer, { show, disabled: closed, hint: hint?.move ?? null, area: hint?.area ?? null, last: places, by, over, made: movesMade(state, steps) });
    this.sum.hidden = !show.includes("components") || state.rules === "misere" || answer.outcome === null;
    write(this.sum, this.sum.hidden ? "" : sumText(answer) || `= ${worth(answer)}`);
    this.bar.update(state, { over, drawn: drawn2 }, steps.slice(1).map((step) => step.comment?.verdict ?? null));
    if (hint?.text) this.status.hint(hint.text);
    else this.status.update(state, steps, { over, drawn: drawn2, waits, closed });
    this.able({ hint: !closed && answer.outcome !== null, undo: state.at > this.first, redo: state.at < state.moves.length, restart: state.at > this.first });
  }
  /**
   * Boards keep the size with which the game began: rows and columns that a later scene lacks are drawn as gone, and tokens
   * as if the largest heap were still there.
   */
  whole(answer) {
    const first = this.steps[0].answer.scenes;
    return { ...answer, scenes: answer.scenes.map((scene, term) => asBegun(scene, first[term])) };
  }
  /** Disable everything until there is an answer. */
  wait() {
    this.able({ hint: false, undo: false, redo: false, restart: false });
    for (const board2 of this.boards.boards) board2.disabled = true;
  }
  /** @param {Record<string, boolean>} acts whether each action is possible now */
  able(acts) {
    for (const [name, can] of Object.entries(acts)) if (this.buttons[name]) set(this.buttons[name], { disabled: !can });
  }
};
var begun = /* @__PURE__ */ new WeakMap();
function asBegun(scene, first) {
  const kept2 = begun.get(scene);
  if (kept2 && kept2.first === first) return kept2.found;
  const found = first?.kind !== scene.kind ? scene : scene.kind === "grid" ? extended(scene, first.rows ?? first.letters) : scene.kind === "heaps" ? { ...scene, most: Math.max(0, ...first.heaps.map(({ size }) => Number(size))) } : scene;
  begun.set(scene, { first, found });
  return found;
}
function extended(scene, rows) {
  const [height, width] = [Math.max(rows.length, scene.rows.length), Math.max(rows[0].length, scene.rows[0].length)];
  if (height === scene.rows.length && width === scene.rows[0].length) return scene;
  const gone = (count) => Array.from({ length: count }, () => ({ symbol: "#", role: "removed" }));
  return { ...scene, rows: Array.from({ length: height }, (_, r) => [...scene.rows[r] ?? [], ...gone(width - (scene.rows[r]?.length ?? 0))]) };
}
var ICONS = {
  hint: "M12 3a6.5 6.5 0 0 1 3.5 12v2.5h-7V15A6.5 6.5 0 0 1 12 3zM9.5 21h5",
  undo: "M4 9h10a5.5 5.5 0 0 1 0 11H9M4 9l4.5-4.5M4 9l4.5 4.5",
  redo: "M20 9H10a5.5 5.5 0 0 0 0 11h5M20 9l-4.5-4.5M20 9l-4.5 4.5",
  new: "M12 5v14M5 12h14",
  next: "M5 12h14M13 6l6 6-6 6",
  auto: "M8 5l11 7-11 7z",
  again: "M5 12a7 7 0 1 0 2.5-5.3M5 4v4.5h4.5",
  more: "M4 7h16M4 12h16M4 17h10"
};
var icon = (name) => ICONS[name] && svg(
  "svg",
  { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
  svg("path", { d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" })
);
function legend2(name) {
  if (name === "winning" || name === "components") return shape(name === "winning" ? "win" : "parts");
  if (name !== "values") return el("span", {});
  return el("span", { class: "scale", "aria-hidden": "true" }, ...[0, 1, 2, 3, 5, 8, 15, 30].map((nimber) => el("i", { style: onNimber(nimber) }, String(nimber))));
}

// src/grundy/lab/web/static/play/session.js
function withNimbers(answer) {
  let start = 0;
  answer.terms.forEach((term, i) => {
    const scene = answer.scenes[i];
    const own2 = answer.components.slice(start, start + term.components);
    if (scene.kind === "grid") Object.assign(scene, { nimbers: own2.map((one) => one.nimber), before: start });
    start += term.components;
  });
  return answer;
}

// src/grundy/lab/notebook/widget.js
init_words();
var WidgetView = class {
  constructor(model) {
    this.model = model;
    this.waiting = 0;
    const acts = Object.fromEntries(["hint", "undo", "restart"].map((name) => [name, () => this.send(name)]));
    this.game = new PlayedGame({
      move: (move) => this.send("play", move),
      toggle: () => this.toggle(),
      acts,
      toggles: ["winning", "values", "components"],
      tell: () => {
      }
      // texts are in a separate status element
    });
    const { bar, boards, buttons, labels, status, sum } = this.game;
    this.node = el(
      "div",
      { class: "grundy", role: "group", lang: spoken() },
      bar.node,
      boards.node,
      sum,
      el("div", { class: "grundy-said", role: "status" }, status.node),
      el("div", { class: "grundy-bar" }, ...Object.values(buttons), ...labels)
    );
  }
  /**
   * @param {string} act
   * @param {string} [move]
   */
  send(act, move) {
    this.game.wait();
    this.model.send({ do: act, move });
  }
  toggle() {
    this.model.set("show", this.game.toggles.filter((input) => input.checked).map((input) => input.value));
    this.model.save_changes();
  }
  /** Draw the answer of the kernel; a move of the coach is drawn a moment later, so that the reader can follow it. */
  changed() {
    clearTimeout(this.waiting);
    const { moves } = this.model.get("shown");
    if (moves.length > 1 && moves[moves.length - 1].coach && thinking()) this.waiting = setTimeout(() => this.draw(), thinking());
    else this.draw();
  }
  draw() {
    const shown = this.model.get("shown");
    const { hint, error } = shown;
    this.game.begin(stateOf(shown, this.model.get("show")));
    this.game.draw(stepsOf(shown), hint && { text: say(hint), move: hint.move, area: null });
    if (error) this.game.status.complain(error[spoken()] ?? error.en);
  }
};
function stateOf({ moves, against, first }, show) {
  const made2 = moves.map(({ move }) => move);
  const told = against ? show : [...show, "comments"];
  return { ...read(""), moves: made2, at: made2.length, show: told, against: against ? "coach" : "friend", side: first ? "first" : "second" };
}
function stepsOf({ answer, moves, comment, last }) {
  const whole2 = withNimbers(answer);
  const own2 = moves.map((move) => move.coach).lastIndexOf(false);
  const made2 = moves.map(({ move, verdict }, ply) => ({
    answer: whole2,
    comment: ply === own2 && comment ? comment : { kind: "", move, verdict },
    places: last
  }));
  return [{ answer: whole2, comment: null, places: null }, ...made2];
}
function render({ model, el: place }) {
  const words3 = model.get("words");
  const language2 = choose(model.get("language"));
  use(words3[language2] ?? words3.en, language2);
  const view = new WidgetView(model);
  const events = ["change:shown", "change:show"];
  const acts = [() => view.changed(), () => view.draw()];
  events.forEach((event, i) => model.on(event, acts[i]));
  place.append(view.node);
  view.draw();
  return () => events.forEach((event, i) => model.off(event, acts[i]));
}
var widget_default = { render };
export {
  widget_default as default
};
