// src/grundy/web/static/colours.js
var VIRIDIS = "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725".split(" ");
var inks = /* @__PURE__ */ new Map();
function ofValue(value, top) {
  const place = (VIRIDIS.length - 1) * Math.min(value, top) / Math.max(top, 1);
  const below = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const [low, high] = [parse(VIRIDIS[below]), parse(VIRIDIS[below + 1])];
  const mixed = low.map((part, i) => Math.round(part + (high[i] - part) * (place - below)));
  return "#" + mixed.map((part) => part.toString(16).padStart(2, "0")).join("");
}
function inkOn(colour) {
  let ink = inks.get(colour);
  if (!ink) {
    const light = luminance(colour);
    ink = 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
    inks.set(colour, ink);
  }
  return ink;
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

// src/grundy/web/static/dom.js
var SVG = "http://www.w3.org/2000/svg";
function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === void 0) node.removeAttribute(name);
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

// src/grundy/web/static/board-legend.js
var SWATCHES = 10;
function gridLegend(view, top) {
  const cells = view.scene.rows.flat();
  const roles = new Set(cells.map((cell) => cell.role ?? "cell"));
  const shown = view.show.has("values");
  const values = shown && (cells.some((cell) => cell.value !== void 0) || view.choices.some((choice) => choice.nimber !== null && choice.places.length === 1));
  const found = [];
  if (values) found.push(item(scale(top), view.say(view.scene.worth ? "legend-worth" : "legend-after")));
  if (view.show.has("winning") && view.choices.some((choice) => choice.wins)) found.push(sign("ring", view.say("legend-winning")));
  if (cells.some((cell) => cell.move && cell.component === void 0)) found.push(sign("dot", view.say("legend-move")));
  if (roles.has("piece")) found.push(sign("disc", view.say("legend-piece")));
  if (shown && cells.some((cell) => (cell.value === 0 || cell.outcome === "P") && !cell.move && (cell.role ?? "cell") === "cell")) {
    found.push(sign("frame", view.say("legend-lost")));
  }
  if (roles.has("blocked")) found.push(sign("hatch", view.say("legend-blocked")));
  if (roles.has("removed")) found.push(sign("gone", view.say("legend-gone")));
  return found;
}
function sign(name, text) {
  return item(el("span", { class: `sign ${name}`, "aria-hidden": "true" }), text);
}
function item(picture, text) {
  return el("span", { class: "item" }, picture, text);
}
function scale(top) {
  const step = Math.max(1, Math.ceil(top / SWATCHES));
  const values = [];
  for (let value = 0; value < top; value += step) values.push(value);
  if (values.length && top - values[values.length - 1] <= step / 2 && values.length > 1) values.pop();
  values.push(top);
  return el(
    "span",
    { class: "scale", "aria-hidden": "true" },
    ...values.map((value) => {
      const colour = ofValue(value, top);
      const swatch = el("span", {}, String(value));
      swatch.style.setProperty("background", colour);
      swatch.style.setProperty("color", inkOn(colour));
      return swatch;
    })
  );
}

// src/grundy/web/static/board-grid.js
var LARGEST = 120;
var LEAST = 22;
var TOUCHED = 44;
var MARGIN = 24;
var ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
var GridDrawing = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.grid = el("div", { class: "grid", role: "grid", onkeydown: (e) => this.key(e) });
    this.over = svg("svg", { class: "over", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.heads = el("div", { class: "heads", "aria-hidden": "true" });
    this.worths = el("div", { class: "worths", "aria-hidden": "true" });
    this.board = el("div", { class: "board" }, this.heads, this.grid, this.over, this.worths);
    this.legend = el("div", { class: "legend" });
    this.node = el("div", { class: "gridbox" }, el("div", { class: "scroll" }, this.board), this.legend);
    this.cells = [];
    this.row = 0;
    this.column = 0;
    this.size = 0;
    this.view = null;
    this.outlined = "";
    this.room = el("div", { class: "room" });
    this.node.append(this.room);
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.node);
    resized.observe(this.room);
  }
  /** @param {View} view */
  update(view) {
    const before = this.view;
    this.view = view;
    const { rows, first } = view.scene;
    if (this.cells.length !== rows.length || this.cells[0]?.length !== rows[0].length || before?.scene.first !== first || before?.words !== view.words) this.build();
    set(this.grid, { "aria-label": view.label || view.say("board", { rows: rows.length, columns: rows[0].length }) });
    let top = view.top;
    for (const row of rows) for (const cell of row) top = Math.max(top, cell.value ?? 0);
    rows.forEach(
      (row, r) => row.forEach((cell, c) => this.paint(this.cells[r][c], cell, r, c, top))
    );
    this.outline();
    fill(this.legend, ...gridLegend(view, top));
    if (!this.size) this.fit();
  }
  build() {
    const { rows, first } = (
      /** @type {View} */
      this.view.scene
    );
    const height = rows.length;
    const width = rows[0].length;
    this.row = Math.min(this.row, height - 1);
    this.column = Math.min(this.column, width - 1);
    this.cells = rows.map(
      (row, r) => row.map(
        (_, c) => el("div", {
          role: "gridcell",
          tabindex: r === this.row && c === this.column ? 0 : -1,
          "data-place": `${r},${c}`,
          onclick: () => this.hands.pick([r, c]),
          onfocus: () => this.turn(r, c)
        })
      )
    );
    fill(this.heads, ...rows[0].map((_, c) => el("span", {}, String(c + first))));
    fill(
      this.grid,
      ...this.cells.map(
        (row, r) => el("div", { role: "row" }, el("span", { class: "head", "aria-hidden": "true" }, String(r + first)), ...row)
      )
    );
    this.over.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.outlined = "";
    this.size = 0;
  }
  /** Make the cells as large as they fit, and large enough for fingers where that leaves no board to scroll. */
  fit() {
    const width = this.cells[0]?.length;
    const space = this.node.clientWidth;
    if (!width || !space) return;
    const fits = Math.floor(Math.min((space - MARGIN - 4) / width, (this.room.clientHeight - MARGIN) / this.cells.length, LARGEST));
    const touched = matchMedia("(pointer: coarse)").matches || innerWidth <= 480;
    const size = Math.max(touched ? TOUCHED : LEAST, fits);
    if (size === this.size) return;
    this.size = size;
    this.board.style.setProperty("--cell", `${size}px`);
    this.board.classList.toggle("small", size < 30);
  }
  /**
   * @param {HTMLElement} node
   * @param {Cell} cell
   * @param {number} r
   * @param {number} c
   * @param {number} top
   */
  paint(node, cell, r, c, top) {
    const view = (
      /** @type {View} */
      this.view
    );
    const place = `${r},${c}`;
    const role = cell.role ?? "cell";
    const open = view.at.has(place);
    const here = view.at.get(place) ?? [];
    const wins2 = view.show.has("winning") && (here.length ? here.some((choice) => choice.wins) : false);
    const told = view.show.has("values") && cell.outcome && !open ? cell.outcome : "";
    const solid = role === "cell" || role === "piece";
    const value = view.show.has("values") && solid ? cell.value ?? (here.length === 1 ? here[0].nimber : null) : null;
    const letter = cell.outcome || cell.symbol === "." ? "" : cell.symbol;
    const lost = role === "cell" && (value === 0 && !open || told === "P");
    const classes = [role];
    if (open && !view.disabled) classes.push("open");
    if (open && cell.component === void 0) classes.push("dotted");
    if (wins2) classes.push("wins");
    if (lost) classes.push("lost");
    if (view.picked.has(place)) classes.push("picked");
    if (view.hint.has(place)) classes.push("hint");
    if (view.last.has(place)) classes.push("last");
    if (view.scene.touch === "corners") classes.push("corners");
    const text = value === null || value === void 0 ? role === "removed" || role === "absent" ? "" : role === "blocked" && letter === "#" ? "" : told || letter : String(value);
    const corner = value !== null && value !== void 0 && role === "cell" ? letter : "";
    const colour = value === null || value === void 0 ? "" : ofValue(value, top);
    const look = `${classes.join(" ")}|${text}|${corner}|${colour}|${letter}|${view.disabled}`;
    if (node.dataset.look === look) return;
    node.dataset.look = look;
    node.className = classes.join(" ");
    const words2 = [view.say("at", { row: r + view.scene.first, column: c + view.scene.first }), view.say(role === "absent" ? "removed" : role)];
    if (letter && role === "cell") words2.push(letter);
    if (value !== null && value !== void 0) words2.push(view.say(view.scene.worth ? "worth" : "after", { value }));
    if (told) words2.push(view.say(`outcome-${told}`));
    if (wins2) words2.push(view.say("wins"));
    else if (open && cell.component === void 0) words2.push(view.say("choice"));
    if (view.hint.has(place)) words2.push(view.say("hint"));
    if (view.last.has(place)) words2.push(view.say("last"));
    node.setAttribute("aria-label", words2.join(", "));
    set(node, { "aria-selected": view.picked.has(place) ? "true" : null, "aria-disabled": open && !view.disabled ? null : "true" });
    if (colour) {
      node.style.setProperty("--fill", colour);
      node.style.setProperty("--on", inkOn(colour));
    } else {
      node.style.removeProperty("--fill");
      node.style.removeProperty("--on");
    }
    fill(node, el("span", { class: "text" }, text), corner && el("span", { class: "corner" }, corner));
  }
  /** Draw around components, or between their cells where these touch at corners. */
  outline() {
    const view = (
      /** @type {View} */
      this.view
    );
    const rows = view.scene.rows;
    const shown = view.show.has("components");
    const news = shown ? JSON.stringify([rows.map((row) => row.map((cell) => cell.component ?? -1)), view.scene.nimbers]) : "";
    if (news === this.outlined && this.over.childNodes.length === (news ? 1 : 0)) return;
    this.outlined = news;
    fill(this.worths);
    if (!shown) {
      fill(this.over);
      return;
    }
    const at = (r, c) => rows[r]?.[c]?.component ?? -1;
    let path = "";
    const seen = /* @__PURE__ */ new Set();
    rows.forEach(
      (row, r) => row.forEach((_, c) => {
        const own = at(r, c);
        if (view.scene.touch === "corners") {
          if (own >= 0 && at(r + 1, c + 1) === own) path += `M${c + 0.86} ${r + 0.86}l.28 .28`;
          if (own >= 0 && at(r + 1, c - 1) === own) path += `M${c + 0.14} ${r + 0.86}l-.28 .28`;
        } else {
          if (own !== at(r - 1, c)) path += `M${c} ${r}h1`;
          if (own !== at(r, c - 1)) path += `M${c} ${r}v1`;
          if (own >= 0 && r === rows.length - 1) path += `M${c} ${r + 1}h1`;
          if (own >= 0 && c === row.length - 1) path += `M${c + 1} ${r}v1`;
        }
        const worth = view.scene.nimbers?.[own];
        if (own >= 0 && !seen.has(own) && worth !== void 0 && worth !== null) {
          seen.add(own);
          const badge = el("span", {}, String(worth));
          badge.style.setProperty("left", `calc(var(--cell) * ${c} + 24px)`);
          badge.style.setProperty("top", `calc(var(--cell) * ${r} + 22px)`);
          this.worths.append(badge);
        }
      })
    );
    fill(this.over, svg("path", { d: path, "vector-effect": "non-scaling-stroke" }));
  }
  focus() {
    this.cells[this.row]?.[this.column]?.focus();
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  turn(row, column) {
    this.cells[this.row]?.[this.column]?.setAttribute("tabindex", "-1");
    this.row = row;
    this.column = column;
    this.cells[row][column].setAttribute("tabindex", "0");
  }
  /** @param {KeyboardEvent} event */
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

// src/grundy/web/static/board-heaps.js
var DRAWN = 40;
var ENDS = 8;
var HeapsDrawing = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el("div", { class: "heaps", role: "listbox", onkeydown: (e) => this.key(e) });
    this.place = 0;
    this.drawn = "";
  }
  /** @param {View} view */
  update(view) {
    const heaps = view.scene.heaps;
    this.place = Math.max(0, Math.min(this.place, heaps.length - 1));
    const news = JSON.stringify([heaps, [...view.show], [...view.picked], [...view.hint], [...view.last], view.disabled, view.label]);
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.node.contains(
      /** @type {ShadowRoot} */
      this.node.getRootNode().activeElement ?? null
    );
    this.node.setAttribute("aria-label", view.label || view.say("heaps", { number: heaps.length }));
    fill(this.node, ...heaps.map((heap, number2) => this.heap(view, heap, number2)));
    if (focused) this.focus();
  }
  /**
   * @param {View} view
   * @param {Heap} heap
   * @param {number} number
   */
  heap(view, heap, number2) {
    const place = String(number2);
    const here = view.at.get(place) ?? [];
    const wins2 = view.show.has("winning") && here.some((choice) => choice.wins);
    const nimber = view.show.has("components") && heap.nimber !== null ? heap.nimber : null;
    const words2 = [view.say("heap", { size: heap.size })];
    if (nimber !== null) words2.push(view.say("nimber", { value: nimber }));
    if (wins2) words2.push(view.say("wins"));
    if (view.hint.has(place)) words2.push(view.say("hint"));
    if (view.last.has(place)) words2.push(view.say("last"));
    const classes = ["heap"];
    if (here.length && !view.disabled) classes.push("open");
    for (
      const name of
      /** @type {const} */
      ["picked", "hint", "last"]
    ) if (view[name].has(place)) classes.push(name);
    return el(
      "div",
      {
        role: "option",
        class: classes.join(" "),
        tabindex: number2 === this.place ? 0 : -1,
        "data-place": place,
        "aria-selected": String(view.picked.has(place)),
        "aria-disabled": here.length && !view.disabled ? null : "true",
        "aria-label": words2.join(", "),
        onclick: () => this.hands.pick(number2),
        onfocus: () => this.turn(number2)
      },
      el("span", { class: "size", "aria-hidden": "true" }, grouped(heap.size)),
      tokens(Number(heap.size)),
      wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
      nimber !== null && el("span", { class: "worth", "aria-hidden": "true" }, grouped(nimber))
    );
  }
  focus() {
    this.node.children[this.place]?.focus();
  }
  /** @param {number} number */
  turn(number2) {
    this.node.children[this.place]?.setAttribute("tabindex", "-1");
    this.place = number2;
    this.node.children[number2]?.setAttribute("tabindex", "0");
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.node.children.length - 1;
    let place = this.place;
    if (event.key === "ArrowDown" || event.key === "ArrowRight") place += 1;
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") place -= 1;
    else if (event.key === "Home") place = 0;
    else if (event.key === "End") place = last;
    else if (event.key === "Enter" || event.key === " ") this.hands.pick(place);
    else if (event.key === "Escape") this.hands.back();
    else return;
    event.preventDefault();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.turn(place);
      this.focus();
    }
  }
};
function grouped(value) {
  return BigInt(value).toLocaleString();
}
function tokens(size) {
  const dots = (number2) => Array.from({ length: number2 }, () => el("i", {}));
  const shown = size <= DRAWN ? dots(size) : [...dots(ENDS), el("span", { class: "gap" }, "···"), ...dots(ENDS)];
  return el("span", { class: "tokens", "aria-hidden": "true" }, ...shown);
}

// src/grundy/web/static/board-moves.js
var STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
var MoveList = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el("div", { class: "moves", role: "listbox", hidden: true, onkeydown: (e) => this.key(e) });
    this.choices = [];
    this.place = 0;
    this.drawn = "";
  }
  /**
   * @param {View} view
   * @param {Choice[]} choices
   * @param {boolean} opened whether picking a place has opened it
   */
  update(view, choices, opened) {
    const news = JSON.stringify([choices.map((choice) => choice.move), [...view.show], opened, view.disabled, [...view.hint]]);
    if (news === this.drawn) return;
    const same = choices.length === this.choices.length && choices.every((choice, i) => choice.move === this.choices[i].move);
    this.drawn = news;
    this.choices = choices;
    this.place = same ? this.place : 0;
    const top = Math.max(0, ...choices.map((choice) => choice.nimber ?? 0));
    set(this.node, { hidden: !choices.length, "aria-label": view.say("moves"), "data-opened": opened });
    fill(this.node, ...choices.map((choice, number2) => this.option(view, choice, number2, top)));
  }
  focus() {
    this.node.children[this.place]?.focus();
  }
  /**
   * @param {View} view
   * @param {Choice} choice
   * @param {number} number
   * @param {number} top
   */
  option(view, choice, number2, top) {
    const wins2 = choice.wins && view.show.has("winning");
    const value = view.show.has("values") && choice.nimber !== null ? choice.nimber : null;
    const words2 = [view.say("move", { move: choice.move })];
    if (value !== null) words2.push(view.say("after", { value }));
    if (wins2) words2.push(view.say("wins"));
    const badge = value === null ? null : el("span", { class: "badge", "aria-hidden": "true" }, String(value));
    if (badge && value !== null) {
      const colour = ofValue(value, top);
      badge.style.setProperty("background", colour);
      badge.style.setProperty("color", inkOn(colour));
    }
    return el(
      "div",
      {
        role: "option",
        class: wins2 ? "option wins" : "option",
        tabindex: number2 === this.place ? 0 : -1,
        "aria-selected": "false",
        "aria-disabled": view.disabled ? "true" : null,
        "aria-label": words2.join(", "),
        "data-move": choice.move,
        onclick: () => this.hands.choose(choice),
        onfocus: () => this.turn(number2)
      },
      wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
      el("span", { "aria-hidden": "true" }, choice.move),
      badge
    );
  }
  /** @param {number} number */
  turn(number2) {
    if (number2 !== this.place) this.node.children[this.place]?.setAttribute("tabindex", "-1");
    this.place = number2;
    this.node.children[number2]?.setAttribute("tabindex", "0");
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[
      /** @type {keyof typeof STEPS} */
      event.key
    ];
    const last = this.choices.length - 1;
    let place = this.place;
    if (step) place += step;
    else if (event.key === "Home") place = 0;
    else if (event.key === "End") place = last;
    else if (event.key === "Enter" || event.key === " ") this.hands.choose(this.choices[this.place]);
    else if (event.key === "Escape") this.hands.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.turn(place);
      this.focus();
    }
  }
};

// src/grundy/web/static/board-points.js
var SIDE = 520;
var EDGE = 46;
var MOST_LINES = 40;
var PointsDrawing = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.svg = svg("svg", { class: "points", role: "listbox", onkeydown: (e) => this.key(e) });
    this.legend = el("div", { class: "legend" });
    this.node = el("div", { class: "pointsbox" }, this.svg, this.legend);
    this.points = [];
    this.options = [];
    this.place = 0;
    this.drawn = "";
  }
  /** @param {View} view */
  update(view) {
    const news = JSON.stringify([view.scene, view.choices.length, [...view.show], [...view.picked], [...view.hint], [...view.last], view.disabled, view.label]);
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.svg.contains(
      /** @type {ShadowRoot} */
      this.node.getRootNode().activeElement ?? null
    );
    const graph = view.scene.kind === "graph";
    this.points = graph ? vertices(view.scene) : onCircle(view.scene);
    this.place = Math.max(0, Math.min(this.place, this.points.length - 1));
    const near = nearest(this.points);
    const radius = Math.max(3, Math.min(graph ? 20 : 11, near / (graph ? 2.6 : 3)));
    const wide = Math.max(SIDE, SIDE + 2 * EDGE);
    this.svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${wide} ${wide}`);
    this.svg.setAttribute("aria-label", view.label || view.say(graph ? "graph" : "circle", { number: this.points.length }));
    this.options = this.points.map((point, number2) => this.point(view, point, number2, radius, near));
    fill(
      this.svg,
      graph ? svg("path", { class: "edge", d: edges(view.scene, this.points) }) : circle(view, this.points),
      wins(view, this.points),
      ...this.options
    );
    fill(this.legend, ...legend(view, graph));
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
    const wins2 = view.show.has("winning") && here.some((choice) => choice.wins) && !view.picked.has(place);
    const value = view.show.has("values") && told && one && !view.picked.has(place) ? one.nimber : null;
    const words2 = [view.say("point", { name: point.name }), view.say(point.free ? "free" : "taken")];
    if (value !== null) words2.push(view.say("after", { value }));
    if (wins2) words2.push(view.say("wins"));
    if (view.hint.has(place)) words2.push(view.say("hint"));
    if (view.last.has(place)) words2.push(view.say("last"));
    const open = here.length > 0 && !view.disabled;
    const classes = ["point", point.free ? "free" : "taken"];
    if (open) classes.push("open");
    if (wins2) classes.push("wins");
    for (
      const name2 of
      /** @type {const} */
      ["picked", "hint", "last"]
    ) if (view[name2].has(place)) classes.push(name2);
    const dot = svg("circle", { class: "dot", cx: point.x, cy: point.y, r: radius });
    let text = null;
    if (value !== null) {
      const top = Math.max(1, ...view.choices.map((choice) => choice.nimber ?? 0));
      const colour = ofValue(value, top);
      dot.setAttribute("fill", colour);
      dot.setAttribute("r", String(Math.max(radius, Math.min(18, near / 2.2))));
      dot.setAttribute("class", "dot valued");
      text = svg("text", { x: point.x, y: point.y, class: "value", fill: inkOn(colour) }, String(value));
    }
    const [middle, away] = [SIDE / 2, 1 + (radius + 22) / (SIDE / 2)];
    const out = view.scene.kind === "graph";
    const name = svg(
      "text",
      {
        class: out ? "name inside" : "name",
        x: out ? point.x : middle + (point.x - middle) * away,
        y: out ? point.y : middle + (point.y - middle) * away
      },
      near > 14 || number2 % Math.ceil(18 / near) === 0 ? point.name : ""
    );
    return svg(
      "g",
      {
        role: "option",
        class: classes.join(" "),
        tabindex: number2 === this.place ? 0 : -1,
        "data-place": place,
        "aria-selected": String(view.picked.has(place)),
        "aria-disabled": open ? null : "true",
        "aria-label": words2.join(", "),
        onclick: () => this.hands.pick(point.place),
        onfocus: () => this.turn(number2)
      },
      svg("circle", { class: "reach", cx: point.x, cy: point.y, r: Math.max(radius, Math.min(44, near / 2)) }),
      svg("circle", { class: "halo", cx: point.x, cy: point.y, r: radius + 6 }),
      dot,
      out ? text ?? name : text,
      out ? null : name
    );
  }
  focus() {
    this.options[this.place]?.focus();
  }
  /** @param {number} number */
  turn(number2) {
    this.options[this.place]?.setAttribute("tabindex", "-1");
    this.place = number2;
    this.options[number2]?.setAttribute("tabindex", "0");
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const all = this.points.length;
    let place = this.place;
    if (event.key === "ArrowDown" || event.key === "ArrowRight") place = (place + 1) % all;
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") place = (place + all - 1) % all;
    else if (event.key === "Home") place = 0;
    else if (event.key === "End") place = all - 1;
    else if (event.key === "Enter" || event.key === " ") this.hands.pick(this.points[place].place);
    else if (event.key === "Escape") this.hands.back();
    else return;
    event.preventDefault();
    if (place !== this.place) {
      this.turn(place);
      this.focus();
    }
  }
};
function onCircle(scene) {
  const taken = new Set(scene.chords.flat());
  return Array.from({ length: scene.points }, (_, number2) => {
    const angle = 2 * Math.PI * number2 / scene.points;
    const [x, y] = [SIDE / 2 + SIDE / 2 * Math.sin(angle), SIDE / 2 - SIDE / 2 * Math.cos(angle)];
    return { place: number2 + 1, name: String(number2 + 1), x: round(x), y: round(y), free: !taken.has(number2 + 1) };
  });
}
function vertices(scene) {
  return scene.vertices.map((vertex, number2) => ({
    place: number2,
    name: String(vertex.label ?? number2),
    x: round(SIDE * vertex.x),
    y: round(SIDE * vertex.y),
    free: vertex.role !== "removed"
  }));
}
var round = (x) => Math.round(10 * x) / 10;
function nearest(points) {
  let least = SIDE;
  const few = points.length <= 300 ? points : points.slice(0, 2);
  few.forEach((a, i) => {
    for (const b of few.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}
function edges(scene, points) {
  return scene.edges.map(([a, b]) => line(points[a], points[b])).join("");
}
var line = (a, b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;
function circle(view, points) {
  const { chords, regions, nimbers } = view.scene;
  const shown = view.show.has("components");
  const parts2 = [svg("circle", { class: "rim", cx: SIDE / 2, cy: SIDE / 2, r: SIDE / 2 })];
  const corners = (region) => region.map((number2) => points[number2 - 1]);
  for (const region of shown ? regions : []) {
    if (region.length > 2) parts2.push(svg("path", { class: "region", d: "M" + corners(region).map((p) => `${p.x} ${p.y}`).join("L") + "z" }));
    if (region.length === 2) parts2.push(svg("path", { class: "region", d: line(points[region[0] - 1], points[region[1] - 1]) }));
  }
  const drawn = chords.map(([a, b]) => line(points[a - 1], points[b - 1])).join("");
  parts2.push(svg("path", { class: "chord", d: drawn }));
  (shown ? regions : []).forEach((region, i) => {
    if (region.length < 3 || nimbers?.[i] === void 0) return;
    const x = corners(region).reduce((sum, p) => sum + p.x, 0) / region.length;
    const y = corners(region).reduce((sum, p) => sum + p.y, 0) / region.length;
    if (Math.min(...corners(region).map((p) => Math.hypot(p.x - x, p.y - y))) < 36) return;
    parts2.push(svg("circle", { class: "plate", cx: round(x), cy: round(y), r: 16 }));
    parts2.push(svg("text", { class: "plated", x: round(x), y: round(y) }, String(nimbers[i])));
  });
  return svg("g", { "aria-hidden": "true" }, ...parts2);
}
function wins(view, points) {
  const found = view.choices.filter((choice) => choice.wins && choice.places.length === 2);
  const shown = view.show.has("winning") && found.length <= MOST_LINES;
  const at = new Map(points.map((point) => [point.place, point]));
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

// src/grundy/web/static/words.js
var LANGUAGES = { en: "English", ko: "한국어", ja: "日本語" };
var BLANK_WITHIN = /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g;
var words = {};
var language = "en";
function choose(asked) {
  const known = Object.keys(LANGUAGES);
  for (const one of [asked ?? "", ...navigator.languages]) {
    const short = one.toLowerCase().split("-")[0];
    if (known.includes(short)) return short;
  }
  return "en";
}
function use(found, wanted) {
  words = found;
  parts.clear();
  language = wanted;
}
var spoken = () => language;
function t(key2, params = {}) {
  const text = words[key2];
  if (text === void 0) return key2;
  const filled = text.replace(/\{(\w+)(?::(and|or)|\|([^/}]*)\/([^}]*))?\}/g, (_, name, word, first, second) => {
    const value = params[name];
    if (name === "game") return spell([value].flat().map((one) => words[`game.${one}`] ?? one));
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
function isClosed(word, particle) {
  const read = word.at(-1) === ")" ? word.slice(0, word.lastIndexOf("(")).trimEnd() : word;
  const last = read.at(-1) ?? "";
  const end = /\d/.test(last) ? [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Number(last)] : (last.charCodeAt(0) - 44032) % 28;
  return end > 0 && !(particle === "으로" && end === 8);
}
var has = (key2) => key2 in words;
var parts = /* @__PURE__ */ new Map();
function under(prefix) {
  const found = parts.get(prefix) ?? Object.fromEntries(
    Object.entries(words).filter(([key2]) => key2.startsWith(prefix)).map(([key2, text]) => [key2.slice(prefix.length), text])
  );
  parts.set(prefix, found);
  return found;
}
function number(value) {
  return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : String(value);
}

// src/grundy/web/static/board-text.js
var TextDrawing = class {
  constructor() {
    this.node = el("pre", { class: "text" });
  }
  /** @param {import('./game-board.js').View} view */
  update(view) {
    write(this.node, spell(view.scene.text));
  }
};

// src/grundy/web/static/board-css.js
var CSS = `
:host {
  --ink: #1f2328; --dim: #59636e; --card: #fff; --blank: #e4e8ec; --soft: #f3f5f7; --line: #8b949e; --win: #0550ae;
  --cell: 44px;
  display: block; color: var(--ink); font: inherit;
}
@media (prefers-color-scheme: dark) {
  :host { --ink: #f0f3f6; --dim: #9198a1; --card: #0d1117; --blank: #2a313a; --soft: #171c23; --line: #7d8590; --win: #79c0ff; }
}
[hidden] { display: none !important; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus { outline: none; }
:focus-visible { outline: 3px solid var(--win); outline-offset: 1px; box-shadow: 0 0 0 1px var(--card) inset; z-index: 3; }

.scroll { overflow-x: auto; padding: 4px; margin: -4px; }
.board { position: relative; width: max-content; margin: 0 auto; padding: 0 24px 0 0; user-select: none; }
.heads, [role=row] { display: flex; }
.heads { padding-left: 24px; height: 22px; }
.heads span, .head { color: var(--dim); font-size: 12px; font-variant-numeric: tabular-nums; text-align: center; }
.heads span { width: var(--cell); line-height: 20px; }
.small .heads span { font-size: 9px; }
.small .head { font-size: 9px; }
.head { width: 24px; line-height: var(--cell); padding-right: 4px; box-sizing: border-box; flex: none; }
[role=gridcell] {
  position: relative; width: var(--cell); height: var(--cell); box-sizing: border-box; flex: none; contain: layout style;
  display: grid; place-items: center; padding: 0; border-radius: 6px; cursor: default;
  font-size: calc(var(--cell) * .42); font-variant-numeric: tabular-nums; line-height: 1; color: var(--on, var(--ink));
}
[role=gridcell]::before {
  content: ""; position: absolute; inset: 1.5px; border-radius: 5px; background: var(--fill, var(--blank)); transition: background-color .25s, opacity .25s;
}
.corners::before { inset: calc(var(--cell) * .07); }
[role=gridcell] > * { position: relative; pointer-events: none; }
[role=gridcell].open { cursor: pointer; }
@media (hover: hover) {
  [role=gridcell].open:hover::before { box-shadow: 0 0 0 2px var(--win) inset; }
}
.blocked::before, .hatch {
  background: repeating-linear-gradient(45deg, var(--line) 0 1.5px, transparent 1.5px 6px), var(--soft); opacity: .8;
}
.blocked { color: var(--ink); }
.blocked .text { padding: 1px 4px; border-radius: 4px; background: var(--card); font-size: .8em; }
.blocked .text:empty { display: none; }
.removed::before, .gone { background: radial-gradient(circle at 4px 4px, var(--dim) 0 .9px, transparent 1.1px) 0 0 / 8px 8px; opacity: .55; }
.absent::before { background: none; }
.removed { color: var(--dim); }
.corner { position: absolute !important; top: 12%; right: 14%; font-size: .5em; }
.corners .corner { top: 10%; right: 12%; font-size: .42em; }
.corners .corner + .text, .corners .text { transform: none; }
[role=gridcell].wins::after, .ring {
  content: ""; position: absolute; width: 74%; height: 74%; left: 13%; top: 13%; border-radius: 50%; box-sizing: border-box; border: max(2px, calc(var(--cell) * .055)) solid var(--on, var(--win));
}
[role=gridcell].lost::after { content: ""; position: absolute; inset: 16%; border: 1.4px solid var(--on, var(--ink)); border-radius: 3px; opacity: .8; }
.dotted:not(.piece) > .text::after { content: ""; position: absolute; width: 7px; height: 7px; border-radius: 50%; background: currentColor; right: -5px; top: -5px; }
.dotted:not(.piece) > .text:empty { width: 9px; height: 9px; border-radius: 50%; background: currentColor; opacity: .75; }
.dotted:not(.piece) > .text:empty::after { display: none; }
.piece > .text {
  display: grid; place-items: center; width: 76%; height: 76%; border-radius: 50%; background: var(--ink); color: var(--card); box-shadow: 0 0 0 2px var(--card); font-size: .9em;
}
.picked::before { box-shadow: 0 0 0 3px var(--win) inset; }
.hint::before { animation: beckon 1.2s ease-in-out 3; box-shadow: 0 0 0 3px var(--win) inset, 0 0 0 5px var(--card) inset; }
.last .text { text-decoration: underline; text-underline-offset: 3px; }
.removed.last::before { outline: 2px solid var(--win); outline-offset: -4px; opacity: 1; }
.piece.last .text { text-decoration: none; }
@keyframes beckon { 50% { transform: scale(.86); } }
.over { position: absolute; left: 24px; top: 22px; width: calc(100% - 48px); height: calc(100% - 22px); pointer-events: none; overflow: visible; }
.over path { fill: none; stroke: var(--ink); stroke-width: 2.5; stroke-linecap: round; }
.worths { position: absolute; inset: 0; pointer-events: none; }
.worths span {
  position: absolute; transform: translate(-35%, -50%); min-width: 18px; height: 18px; padding: 0 4px; box-sizing: border-box; border-radius: 9px;
  background: var(--ink); color: var(--card); font: 600 12px/18px system-ui, sans-serif; text-align: center; box-shadow: 0 0 0 2px var(--card);
}
.small ~ .worths, .small .worths { display: none; }
.room { position: absolute; visibility: hidden; width: 0; height: var(--tall, 560px); pointer-events: none; }
.gridbox { position: relative; }

.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; justify-content: center; margin-top: 16px; color: var(--dim); font-size: 13px; }
.legend:empty { display: none; }
.item { display: inline-flex; align-items: center; gap: 7px; }
.scale { flex: none; display: inline-flex; border-radius: 4px; overflow: hidden; }
.scale span { min-width: 20px; white-space: nowrap; padding: 0 3px; box-sizing: border-box; font-size: 12px; line-height: 18px; text-align: center; }
.sign { width: 18px; height: 18px; border-radius: 3px; box-sizing: border-box; flex: none; }
.sign.ring { position: static; border: 2px solid var(--win); border-radius: 50%; }
.sign.disc { border-radius: 50%; background: var(--ink); }
.sign.dot { width: 9px; height: 9px; border-radius: 50%; background: var(--dim); }
.sign.frame { background: #440154; box-shadow: 0 0 0 4px #440154 inset, 0 0 0 5.5px #fff inset; }
.sign.bar { height: 3px; background: var(--ink); }
.sign.dash { height: 0; border-top: 2.5px dashed var(--win); }
.sign.blank { background: var(--blank); }

.heaps { display: grid; gap: 4px; }
.heap { position: relative; display: flex; align-items: center; gap: 14px; min-height: 48px; padding: 6px 14px; border-radius: 10px; box-sizing: border-box; }
.heap.open { cursor: pointer; }
.heap.open:hover { background: var(--soft); }
.heap.picked { background: var(--soft); box-shadow: 0 0 0 2px var(--win) inset; }
.heap.hint { box-shadow: 0 0 0 2px var(--win) inset; animation: beckon-soft 1.2s ease-in-out 3; }
.heap.last .size { text-decoration: underline; text-underline-offset: 4px; }
@keyframes beckon-soft { 50% { opacity: .55; } }
.size, .heap .worth { flex: none; }
.size { min-width: 2.2em; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.heap .worth { white-space: nowrap; }
.tokens { display: flex; flex-wrap: wrap; gap: 5px; align-items: center; min-height: 15px; min-width: 60px; }
.tokens i { width: 15px; height: 15px; border-radius: 50%; background: var(--ink); }
.gap { color: var(--dim); padding: 0 4px; }
.heap .worth, .badge { min-width: 26px; padding: 0 5px; box-sizing: border-box; border-radius: 6px; background: var(--blank); color: var(--ink); font-size: 13px; line-height: 24px; text-align: center; font-variant-numeric: tabular-nums; }
.mark { width: 16px; height: 16px; box-sizing: border-box; border: 2.5px solid var(--win); border-radius: 50%; flex: none; }

.moves { display: flex; flex-wrap: wrap; gap: 8px; max-height: 19rem; overflow: auto; margin-top: 14px; padding: 12px; border-radius: 12px; background: var(--soft); }
.option {
  display: inline-flex; align-items: center; gap: 9px; min-height: 44px; padding: 0 14px; box-sizing: border-box; border-radius: 9px; background: var(--card); border: 1px solid var(--blank);
  cursor: pointer; font-variant-numeric: tabular-nums; white-space: nowrap;
}
.option:hover { border-color: var(--win); }
.option[aria-disabled=true] { cursor: default; color: var(--dim); }

.points { display: block; width: 100%; max-width: 600px; max-height: min(76vh, 640px); margin: 0 auto; overflow: visible; touch-action: manipulation; }
.rim { fill: none; stroke: var(--blank); stroke-width: 2; }
.region { fill: var(--blank); stroke: var(--blank); stroke-width: 2; opacity: .75; }
.chord { fill: none; stroke: var(--ink); stroke-width: 4; stroke-linecap: round; }
.edge { fill: none; stroke: var(--line); stroke-width: 2.5; }
.win { fill: none; stroke: var(--win); stroke-width: 2; stroke-dasharray: 7 6; opacity: .8; pointer-events: none; }
.plate { fill: var(--card); }
.plated { font-size: 19px; font-weight: 600; fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.point:focus { outline: none; box-shadow: none; }
.point:focus-visible .halo { stroke: var(--win); stroke-width: 3.5; }
.point.open { cursor: pointer; }
.reach { fill: transparent; }
.halo { fill: none; stroke: none; }
.dot:not(.valued) { fill: var(--ink); }
.taken .dot:not(.valued) { fill: var(--card); stroke: var(--dim); stroke-width: 2.5; }
.point.open:hover .dot { stroke: var(--win); stroke-width: 4; }
.point.wins .halo { stroke: var(--win); stroke-width: 2.5; }
.point.picked .dot { stroke: var(--win); stroke-width: 5; fill: var(--card); }
.point.hint .halo { stroke: var(--win); stroke-width: 5; animation: beckon-soft 1.2s ease-in-out 3; }
.point.last .name { text-decoration: underline; }
.name { font-size: 16px; fill: var(--ink); text-anchor: middle; dominant-baseline: central; pointer-events: none; font-variant-numeric: tabular-nums; }
.name.inside { fill: var(--card); }
.taken .name { fill: var(--dim); }
.value { font-size: 15px; text-anchor: middle; dominant-baseline: central; pointer-events: none; }
@media (max-width: 560px) { .board { padding-right: 2px; } .over { width: calc(100% - 26px); } .heap { flex-wrap: wrap; } .item { flex-wrap: wrap; justify-content: center; } .name { font-size: 25px; } .plated { font-size: 28px; } .value { font-size: 22px; } }
.text:is(pre) { margin: 0; font: 15px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-x: auto; white-space: pre-wrap; }
@media (prefers-reduced-motion: reduce) { *, *::before { animation: none !important; transition: none !important; } }
@media (forced-colors: active) {
  [role=gridcell]::before { forced-color-adjust: none; }
}
`;

// src/grundy/web/static/board-selection.js
var key = (place) => String(place);
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
  /** Whether some choice is on the picked places and no others: then a list of moves is shown. */
  get listing() {
    return this.picked.length > 0 && this.left.some((choice) => choice.places.length === this.picked.length);
  }
  /**
   * Pick a place, or take a picked one back. Where no choice is left the other places are let go.
   * @param {Place} place
   * @returns {{choice?: Choice, result: 'chosen' | 'picked' | 'unpicked' | 'nothing'}} the one choice that is left, if so
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
  /**
   * @param {Place[]} places
   * @returns {Choice[]}
   */
  on(places) {
    const keys = places.map(key);
    if (!keys.length) return this.choices;
    return this.choices.filter((choice) => {
      const own = choice.places.map(key);
      return keys.every((one) => own.includes(one));
    });
  }
};

// src/grundy/web/static/game-board.js
var DRAWINGS = {
  grid: GridDrawing,
  heaps: HeapsDrawing,
  circle: PointsDrawing,
  graph: PointsDrawing,
  text: TextDrawing
};
var SHEET = new CSSStyleSheet();
SHEET.replaceSync(CSS);
var GameBoard = class extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
    this._scene = null;
    this._selection = new Selection();
    this._show = /* @__PURE__ */ new Set();
    this._words = {};
    this._hint = null;
    this._last = [];
    this._disabled = false;
    this._label = "";
    this._due = false;
    this._drawing = null;
    this._kind = "";
    this._holder = el("div", { class: "holder" });
    this._live = el("div", { class: "live", "aria-live": "polite" });
    this._list = new MoveList({
      pick: (place) => this.pick(place),
      choose: (choice) => this._choose(choice),
      back: () => this.back()
    });
    root.append(this._holder, this._list.node, this._live);
  }
  get scene() {
    return this._scene;
  }
  set scene(scene) {
    this._scene = scene;
    this._forget();
  }
  get choices() {
    return this._selection.choices;
  }
  set choices(choices) {
    this._selection.choices = choices ?? [];
    this._forget();
  }
  get show() {
    return [...this._show];
  }
  set show(show) {
    this._show = new Set(show);
    this._redraw();
  }
  set words(words2) {
    if (words2 === this._words) return;
    this._words = words2;
    this._redraw();
  }
  get words() {
    return this._words;
  }
  set hint(move) {
    this._hint = this.choices.find((choice) => choice.move === move) ?? null;
    this._redraw();
  }
  set last(places) {
    this._last = places ?? [];
    this._redraw();
  }
  get disabled() {
    return this._disabled;
  }
  set disabled(disabled) {
    this._disabled = Boolean(disabled);
    this._redraw();
  }
  get label() {
    return this._label;
  }
  set label(label) {
    this._label = label;
    this._redraw();
  }
  /** Move the focus into the board. */
  focus() {
    this._draw();
    this._focus();
  }
  _focus() {
    if (this._drawing?.focus) this._drawing.focus();
    else this._list.focus();
  }
  /**
   * Pick a place, or take a picked one back.
   * @param {Place} place
   */
  pick(place) {
    if (this._disabled) return;
    const { listing } = this._selection;
    const found = this._selection.pick(place);
    if (found.choice) this._choose(found.choice);
    else if (found.result === "nothing") this._tell("nothing");
    else this._picked(found.result);
    if (listing && found.result === "unpicked") this._focus();
  }
  /** Take back the place that was picked last. */
  back() {
    if (!this._selection.picked.length) return;
    this._selection.back();
    this._picked("unpicked");
    this._focus();
  }
  /**
   * Show what is picked now, and say it.
   * @param {string} message a key of the words
   */
  _picked(message) {
    const { listing, left } = this._selection;
    this._draw();
    this._tell(listing ? "listed" : message, { number: left.length });
    if (listing) this._list.focus();
  }
  /** @param {Choice} choice */
  _choose(choice) {
    if (this._disabled) return;
    const { listing, picked } = this._selection;
    if (picked.length) {
      this._selection.clear();
      this._draw();
    }
    if (listing) this._focus();
    this._tell("chosen", { move: choice.move });
    this.dispatchEvent(new CustomEvent("choose", { detail: choice, bubbles: true }));
  }
  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _tell(message, params) {
    write(this._live, this._say(message, params));
  }
  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _say(message, params = {}) {
    const text = this._words[message] ?? message;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
  }
  _forget() {
    this._selection.clear();
    this._hint = null;
    this._redraw();
  }
  /** Draw once, after all properties of this turn have been set. */
  _redraw() {
    if (this._due) return;
    this._due = true;
    queueMicrotask(() => this._draw());
  }
  _draw() {
    this._due = false;
    if (!this._scene) return;
    const { choices: all, picked, left, listing } = this._selection;
    const view = {
      scene: this._scene,
      choices: left,
      at: byPlace(left),
      top: all.reduce((top, choice) => Math.max(top, choice.nimber ?? 0), 0),
      picked: new Set(picked.map(key)),
      show: this._show,
      hint: new Set((this._hint?.places ?? []).map(key)),
      last: new Set(this._last.map(key)),
      disabled: this._disabled,
      label: this._label,
      words: this._words,
      say: (message, params) => this._say(message, params)
    };
    if (!this._drawing || this._kind !== this._scene.kind) {
      this._kind = this._scene.kind;
      this._drawing = new (DRAWINGS[this._kind] ?? TextDrawing)({
        pick: (place) => this.pick(place),
        choose: (choice) => this._choose(choice),
        back: () => this.back()
      });
      fill(this._holder, this._drawing.node);
    }
    this._drawing.update(view);
    const loose = left.filter((choice) => !choice.places.length);
    this._list.update(view, listing ? left : picked.length ? [] : loose, listing);
  }
};
if (!customElements.get("game-board")) customElements.define("game-board", GameBoard);

// src/grundy/web/static/catalogue.js
var games = /* @__PURE__ */ new Map();
function gameTitle(name) {
  return has(`game.${name}`) ? t(`game.${name}`) : games.get(name)?.title ?? name;
}

// src/grundy/web/static/boards.js
var Boards = class {
  /** @param {(choice: import('./game-board.js').Choice) => void} onChoose */
  constructor(onChoose) {
    this.node = el("div", { class: "boards", onchoose: (event) => onChoose(event.detail) });
    this.boards = [];
  }
  /**
   * @param {Answer} answer
   * @param {{show: string[], disabled?: boolean, hint?: string | null, last?: Step['places'], by?: 'a' | 'b', over?: boolean}} options
   */
  update(answer, { show, disabled = false, hint = null, last = null, by = "a", over = false }) {
    const { scenes, choices } = answer;
    if (this.boards.length !== scenes.length) {
      this.boards = scenes.map(() => (
        /** @type {import('./game-board.js').GameBoard} */
        document.createElement("game-board")
      ));
      fill(this.node, ...this.boards.map((board) => el("section", { class: "term" }, el("h2", { class: "term-name" }), board)));
    }
    const words2 = under("board.");
    scenes.forEach((scene, term) => {
      const board = this.boards[term];
      const name = answer.terms[term].game.replace(/:$/, "");
      const head = (
        /** @type {HTMLElement} */
        board.previousElementSibling
      );
      head.hidden = scenes.length === 1;
      head.textContent = `${answer.terms[term].parts}. ${gameTitle(name)}`;
      board.words = words2;
      board.scene = scene;
      board.choices = choices.filter((choice) => choice.term === term);
      board.show = show;
      board.disabled = disabled;
      board.hint = hint;
      board.last = last && last.term === term ? last.places : [];
      board.label = scenes.length > 1 ? `${answer.terms[term].parts}. ${gameTitle(name)}` : gameTitle(name);
    });
    this.node.dataset.by = by;
    this.node.classList.toggle("over", over);
    this.node.classList.toggle("several", scenes.length > 1);
  }
  focus() {
    this.boards[0]?.focus();
  }
};

// src/grundy/web/static/say.js
var say = (message) => t(message.kind, message);
function sayOutcome(answer) {
  const what = t(answer.outcome === "N" ? "outcome.N" : "outcome.P");
  const worth = answer.nimber === null ? t("nimber.none") : t("nimber.is", { value: number(answer.nimber) });
  return `${what} ${worth}`;
}
var MOST_SUMMED = 24;
function sumText({ components, nimber }) {
  if (components.length < 2 || components.length > MOST_SUMMED) return "";
  return `${components.map((one) => one.nimber ?? "WIN").join(" ⊕ ")} = ${nimber ?? "WIN"}`;
}

// src/grundy/web/static/session.js
function withNimbers(answer) {
  let start = 0;
  answer.terms.forEach((term, i) => {
    const scene = answer.scenes[i];
    const own = answer.components.slice(start, start + term.components);
    start += term.components;
    if (scene.kind === "grid") scene.nimbers = own.map((one) => one.nimber);
  });
  return answer;
}

// src/grundy/web/static/state.js
function usualMaker({ against, side }, ply) {
  const first = ply % 2 === 0;
  if (against === "friend") return first ? "1" : "2";
  return first === (side === "first") ? "you" : "coach";
}
var makerOf = (state, ply) => state.makers[ply] ?? usualMaker(state, ply);

// src/grundy/web/static/turns.js
var NAMES = { you: "player.you", coach: "player.coach", 1: "player.1", 2: "player.2" };
var makerName = (maker) => t(NAMES[maker]);
function turnText(next) {
  if (next === "you") return t("turn.you");
  return next === "coach" ? t("turn.coach") : t("turn.player", { player: makerName(next) });
}
function overText(makers, verdicts) {
  const moves = makers.length;
  const last = makers[moves - 1];
  if (!last) return t("over.start");
  if (last === "you") return t("over.you", { moves });
  if (last !== "coach") return t("over.player", { player: makerName(last), moves });
  const mistakes = verdicts.filter((verdict, ply) => verdict === "gave-away" && makers[ply] === "you").length;
  return t(mistakes ? "over.coach-mistakes" : "over.coach", { mistakes });
}

// src/grundy/notebook/widget.js
var THINKING = 450;
var TOGGLES = ["winning", "values", "components"];
var WidgetView = class {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.waiting = 0;
    this.boards = new Boards((choice) => this.send("play", choice.move));
    this.turn = el("div", { class: "grundy-turn" });
    this.said = el("div", { class: "grundy-said", role: "status" });
    this.buttons = ["hint", "undo", "restart"].map(
      (name) => el("button", { type: "button", "data-do": name, onclick: () => this.send(name) }, t(`act.${name}`))
    );
    this.toggles = TOGGLES.map((name) => el("input", { type: "checkbox", "data-show": name, onchange: () => this.toggle() }));
    const labels = this.toggles.map((input, i) => el("label", {}, input, t(`show.${TOGGLES[i]}`)));
    this.node = el(
      "div",
      { class: "grundy", role: "group", lang: spoken() },
      this.turn,
      this.boards.node,
      this.said,
      el("div", { class: "grundy-bar" }, ...this.buttons, ...labels)
    );
  }
  /**
   * @param {string} act
   * @param {string} [move]
   */
  send(act, move) {
    for (const board of this.boards.boards) board.disabled = true;
    this.model.send({ do: act, move });
  }
  toggle() {
    this.model.set("show", TOGGLES.filter((_, i) => this.toggles[i].checked));
    this.model.save_changes();
  }
  /** Draw what the kernel says; a move of the coach a moment later, so that it can be followed. */
  changed() {
    clearTimeout(this.waiting);
    const { moves } = this.model.get("shown");
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!calm && moves.length > 1 && moves[moves.length - 1].coach) this.waiting = setTimeout(() => this.draw(), THINKING);
    else this.draw();
  }
  draw() {
    const shown = this.model.get("shown");
    const { answer, moves, last, hint } = shown;
    const show = this.model.get("show");
    const over = answer.choices.length === 0;
    const waits = !over && makerOf(playersOf(shown), moves.length) === "coach";
    this.boards.update(withNimbers(answer), { show, disabled: waits || over, hint: hint?.move ?? null, last });
    this.toggles.forEach((input, i) => input.checked = show.includes(TOGGLES[i]));
    const own = moves.filter((move) => !move.coach).length;
    this.buttons.forEach((button) => set(button, { disabled: button.dataset.do === "hint" ? waits || over : waits || own === 0 }));
    const makers = moves.map((_, ply) => makerOf(playersOf(shown), ply));
    write(this.turn, over ? overText(makers, moves.map((move) => move.verdict)) : turnText(makerOf(playersOf(shown), moves.length)));
    fill(this.said, ...lines(shown, show).map((line2) => el("p", {}, line2)));
  }
};
var playersOf = ({ against, first }) => ({ against: against ? "coach" : "friend", side: first ? "first" : "second", makers: [] });
function lines({ answer, moves, comment, hint, error }, show) {
  const found = [];
  if (error) found.push(error[spoken()] ?? error.en);
  if (hint) found.push(say(hint));
  else if (comment) found.push(say(comment));
  const last = moves[moves.length - 1];
  if (last?.coach && !hint) found.push(t("coach.played", { move: last.move }));
  if (show.includes("components")) {
    found.push(`${sayOutcome(answer)} ${sumText(answer)}`.trim());
  }
  return found;
}
function render({ model, el: place }) {
  const words2 = model.get("words");
  const language2 = choose(model.get("language"));
  use(words2[language2] ?? words2.en, language2);
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
