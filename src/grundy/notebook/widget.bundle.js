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

// src/grundy/web/static/board-aim.js
var STEPS = [["←", "left", 0, -1], ["↑", "up", -1, 0], ["↓", "down", 1, 0], ["→", "right", 0, 1]];
var Aim = class {
  /** @param {{step: (down: number, right: number) => void, pick: () => void}} hands */
  constructor(hands) {
    this.on = false;
    this.spot = "";
    this.steps = STEPS.map(([sign2, , down, right]) => el("button", { type: "button", onclick: () => hands.step(down, right) }, sign2));
    this.pick = el("button", { type: "button", class: "pick", onclick: hands.pick });
    this.node = el("div", { class: "aim", role: "group", hidden: true }, ...this.steps, this.pick);
  }
  /**
   * @param {View} view
   * @param {[number, number]} spot
   */
  update(view, [row, column]) {
    this.node.hidden = !this.on;
    if (!this.on) return;
    const { first } = view.scene;
    set(this.node, { "aria-label": view.say("aim") });
    STEPS.forEach(([, key2], i) => set(this.steps[i], { "aria-label": view.say(`aim-${key2}`) }));
    const open = (view.at.get(`${row},${column}`) ?? []).length > 0 && !view.disabled;
    write(this.pick, view.say("aim-pick", { row: row + first, column: column + first }));
    set(this.pick, { disabled: !open || this.spot !== `${row},${column}` });
  }
};

// src/grundy/web/static/colours.js
var VIRIDIS = "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725".split(" ");
var inks = /* @__PURE__ */ new Map();
var colours = /* @__PURE__ */ new Map();
var HALF = 5;
function ofNimber(nimber) {
  const colour = colours.get(nimber) ?? ofValue(nimber / (nimber + HALF), 1);
  colours.set(nimber, colour);
  return colour;
}
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

// src/grundy/web/static/board-legend.js
var SWATCHES = 10;
function gridLegend(view, looks) {
  const roles = new Set(looks.map((look2) => look2.role));
  const values = looks.flatMap(({ value }) => value === null ? [] : [value]);
  const found = [];
  if (values.length) found.push(item(scale(values.reduce((top, value) => Math.max(top, value), 0)), view.say(view.scene.worth ? "legend-worth" : "legend-after")));
  if (looks.some((look2) => look2.wins)) found.push(sign("ring", view.say("legend-winning")));
  if (looks.some((look2) => look2.movable && look2.role !== "piece")) found.push(sign("dot", view.say("legend-move")));
  if (roles.has("piece")) found.push(sign("disc", view.say("legend-piece")));
  if (looks.some((look2) => look2.lost)) found.push(sign("frame", view.say("legend-lost")));
  if (looks.some((look2) => look2.told === "N")) found.push(sign("won", view.say("legend-won")));
  if (looks.some((look2) => look2.told === "D")) found.push(sign("blank", view.say("legend-drawn")));
  if (view.last.size) found.push(sign("trace", view.say("legend-last")));
  if (roles.has("blocked")) found.push(sign("hatch", view.say("legend-blocked")));
  const walls = view.scene.cuts?.length && view.scene.touch !== "corners";
  if (roles.has("removed")) found.push(walls ? sign("wall", view.say("legend-wall")) : sign("gone", view.say("legend-gone")));
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
      const colour = ofNimber(value);
      const swatch = el("span", {}, String(value));
      swatch.style.setProperty("background", colour);
      swatch.style.setProperty("color", inkOn(colour));
      return swatch;
    })
  );
}

// src/grundy/web/static/board-badges.js
var Badges = class {
  constructor() {
    this.node = el("div", { class: "worths", "aria-hidden": "true" });
    this.drawn = "";
  }
  /**
   * @param {import('./game-board.js').Scene} scene
   * @param {boolean} shown
   */
  update(scene, shown) {
    const found = shown ? firsts(scene.rows, scene.nimbers ?? []) : [];
    const news = found.join(";");
    if (news === this.drawn) return;
    this.drawn = news;
    fill(this.node, ...found.map(badge));
  }
};
function firsts(rows, nimbers) {
  const found = /* @__PURE__ */ new Map();
  rows.forEach((row, r) => row.forEach(({ component: own = -1 }, c) => {
    const worth2 = nimbers[own];
    if (own >= 0 && !found.has(own) && worth2 !== void 0 && worth2 !== null) found.set(own, [r, c, worth2]);
  }));
  return [...found.values()];
}
function badge([r, c, worth2]) {
  const node = el("span", {}, String(worth2));
  node.style.setProperty("left", `calc(var(--cell) * ${c} + 24px)`);
  node.style.setProperty("top", `calc(var(--cell) * ${r} + 22px)`);
  return node;
}

// src/grundy/web/static/board-cell.js
var NONE = [];
function look(view, cell, r, c) {
  const place = `${r},${c}`;
  const role = cell.role ?? "cell";
  const here = view.at.get(place) ?? NONE;
  const choosable = here.length > 0;
  const values = view.show.has("values");
  const corners = view.scene.touch === "corners";
  const told = (
    /** @type {Look['told']} */
    values && cell.outcome && !choosable ? cell.outcome : ""
  );
  const solid = role === "cell" || role === "piece";
  const value = (values && solid ? cell.value ?? (here.length === 1 ? here[0].nimber : null) : null) ?? null;
  const letter = cell.outcome || cell.symbol === "." ? "" : cell.symbol;
  const plain = role === "removed" || role === "absent" ? "" : role === "blocked" && letter === "#" ? "" : told || letter;
  return {
    place,
    role,
    letter,
    value,
    told,
    corners,
    text: value === null ? plain : String(value),
    corner: value !== null && role === "cell" ? letter : "",
    wall: role === "removed" && !corners && (view.scene.cuts?.length ?? 0) > 0,
    wins: view.show.has("winning") && here.some((choice) => choice.wins),
    lost: role === "cell" && (value === 0 && !choosable || told === "P"),
    movable: choosable && cell.component === void 0,
    open: choosable && !view.disabled,
    component: cell.component
  };
}
function classes(view, { place, role, wall, open, wins: wins2 }) {
  let found = role;
  if (wall) found += " wall";
  if (open) found += " open";
  if (wins2) found += " wins";
  if (view.picked.has(place)) found += " picked";
  if (view.hint.has(place)) found += " hint";
  if (view.area.has(place)) found += " area";
  if (view.last.has(place)) found += " last";
  return found;
}
function words(view, { place, role, letter, value, told, wins: wins2, movable }, r, c) {
  const { first, worth: worth2 } = view.scene;
  const found = [view.say("at", { row: r + first, column: c + first }), view.say(role === "absent" ? "removed" : role)];
  if (letter && role === "cell") found.push(letter);
  if (value !== null) found.push(view.say(worth2 ? "worth" : "after", { value }));
  if (told) found.push(view.say(`outcome-${told}`));
  if (wins2) found.push(view.say("wins"));
  else if (movable) found.push(view.say("choice"));
  if (view.hint.has(place)) found.push(view.say("hint"));
  if (view.area.has(place)) found.push(view.say("area"));
  if (view.last.has(place)) found.push(view.say("last"));
  return found.filter(Boolean).join(", ");
}

// src/grundy/web/static/board-paint.js
var NAMES = ["ink", "dim", "card", "blank", "soft", "line", "win", "wall"];
var MOST_PIXELS = 16e6;
var SLICE = 14;
var TINY = 20;
var ROUNDED = 24;
var WIDEST = 1.5;
var WHOLE = 2 * Math.PI;
var LOST = "#440154";
var RIM = 2;
var Paint = class {
  constructor() {
    this.node = el("canvas", { class: "paint", "aria-hidden": "true", ontransitionrun: () => this.recolour() });
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
    this.from = 0;
    this.to = 0;
  }
  /** @param {Picture} picture */
  draw(picture) {
    this.picture = picture;
    const { looks, size, start } = picture;
    const [height, width] = [looks.length * size + 2 * RIM, looks[0].length * size + 2 * RIM];
    this.scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (height * width)));
    this.node.width = Math.ceil(width * this.scale);
    this.node.height = Math.ceil(height * this.scale);
    this.node.style.width = `${width}px`;
    this.node.style.height = `${height}px`;
    this.from = this.to = Math.min(start, looks.length - 1);
    this.read();
    this.go();
  }
  /** Draw again in the colours that there are now. */
  recolour() {
    this.colours = null;
    if (this.picture) this.draw(this.picture);
  }
  /** Ask for the colours once: that makes the browser find the styles of all that has changed. */
  read() {
    if (this.colours) return;
    this.family = getComputedStyle(this.node).fontFamily;
    this.colours = Object.fromEntries(NAMES.map((name, i) => [name, getComputedStyle(this.colourful[i]).color]));
  }
  /** Draw rows, the nearest ones first, as long as the page need not answer; and then the next ones. */
  go() {
    const picture = (
      /** @type {Picture} */
      this.picture
    );
    const { looks } = picture;
    const until = performance.now() + SLICE;
    this.pen.setTransform(this.scale, 0, 0, this.scale, RIM * this.scale, RIM * this.scale);
    const brush = new Brush(
      this.pen,
      /** @type {Colours} */
      this.colours,
      this.family,
      picture.size
    );
    while ((this.from > 0 || this.to < looks.length) && performance.now() < until) {
      if (this.to < looks.length) brush.row(looks[this.to], this.to++);
      if (this.from > 0) brush.row(looks[this.from - 1], --this.from);
    }
    if (this.from > 0 || this.to < looks.length) setTimeout(() => picture === this.picture && this.go());
    else if (picture.components) brush.lines(looks, picture.corners);
  }
};
var Brush = class {
  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {string} family of the text
   * @param {number} size
   */
  constructor(pen, colours2, family, size) {
    this.pen = pen;
    this.colours = colours2;
    this.family = family;
    this.size = size;
    this.inset = size < TINY ? 0.5 : 1.5;
    this.font = 0;
    pen.textAlign = "center";
  }
  /**
   * @param {Look[]} looks
   * @param {number} r
   */
  row(looks, r) {
    looks.forEach((look2, c) => this.cell(look2, c * this.size, r * this.size));
  }
  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  cell(look2, x, y) {
    if (look2.role === "absent") return;
    if (look2.role === "removed") this.gone(look2, x, y);
    else if (look2.role === "blocked") this.hatched(x, y);
    else this.ground(look2, x, y);
    const on = look2.told === "P" ? "#ffffff" : look2.value === null ? "" : inkOn(ofNimber(look2.value));
    if (this.size >= TINY) this.text(look2, x, y, on);
    this.signs(look2, x, y, on);
  }
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} colour
   * @param {number} [inset]
   */
  box(x, y, colour, inset = this.inset) {
    const { pen, size } = this;
    pen.fillStyle = colour;
    if (size < ROUNDED) {
      pen.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
      return;
    }
    pen.beginPath();
    pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, 5);
    pen.fill();
  }
  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  ground(look2, x, y) {
    const { blank, card, win } = this.colours;
    const inset = look2.corners ? this.size * 0.07 : this.inset;
    if (look2.told === "N") {
      this.box(x, y, card, inset);
      this.pen.globalAlpha = 0.16;
      this.box(x, y, win, inset);
      this.pen.globalAlpha = 1;
    } else this.box(x, y, look2.told === "P" ? LOST : look2.value === null ? blank : ofNimber(look2.value), inset);
  }
  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  gone(look2, x, y) {
    const { pen, size } = this;
    if (look2.wall) {
      pen.fillStyle = this.colours.wall;
      pen.fillRect(x, y, size, size);
      return;
    }
    pen.fillStyle = this.colours.dim;
    pen.globalAlpha = 0.55;
    const step = size < TINY ? size / 2 : 8;
    for (let down = step / 2; down < size - 1; down += step) {
      for (let right = step / 2; right < size - 1; right += step) pen.fillRect(x + right - 0.5, y + down - 0.5, 1.6, 1.6);
    }
    pen.globalAlpha = 1;
  }
  /**
   * @param {number} x
   * @param {number} y
   */
  hatched(x, y) {
    const { pen, size, inset } = this;
    const side = size - 2 * inset;
    this.box(x, y, this.colours.soft);
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = 1.4;
    pen.beginPath();
    for (let far = 5; far < 2 * side; far += 7) {
      const [low, high] = [Math.max(0, far - side), Math.min(far, side)];
      pen.moveTo(x + inset + low, y + inset + far - low);
      pen.lineTo(x + inset + high, y + inset + far - high);
    }
    pen.stroke();
  }
  /**
   * Write in the middle of a cell, or round another point.
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
   * @param {number} x
   * @param {number} y
   * @param {string} on the colour of text on this cell, where it has one of its own
   */
  text(look2, x, y, on) {
    const { size, colours: colours2 } = this;
    const [middle, centre] = [x + size / 2, y + size / 2];
    const { role, text, corner } = look2;
    if (role === "piece") this.disc(middle, centre, 0.38 * size, colours2.ink, 2);
    if (role === "blocked" && text) this.box(x, y, colours2.card, 0.28 * size);
    const height = Math.min(role === "piece" ? 0.38 : role === "blocked" ? 0.34 : 0.42, WIDEST / text.length);
    if (text) this.write(text, middle, centre, height, role === "piece" ? colours2.card : on || (role === "removed" ? colours2.dim : colours2.ink));
    if (corner) this.write(corner, x + size * (look2.corners ? 0.81 : 0.78), y + size * 0.21, look2.corners ? 0.18 : 0.21, on || colours2.ink);
  }
  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   * @param {string} on
   */
  signs({ role, text, corner, wins: wins2, lost, movable }, x, y, on) {
    const { pen, size, colours: colours2 } = this;
    const [middle, centre] = [x + size / 2, y + size / 2];
    pen.strokeStyle = on || (wins2 ? colours2.win : colours2.ink);
    if (wins2) {
      pen.lineWidth = Math.max(2, size * 0.055);
      pen.beginPath();
      pen.arc(middle, centre, 0.37 * size - pen.lineWidth / 2, 0, WHOLE);
      pen.stroke();
    } else if (lost) {
      pen.lineWidth = 1.4;
      pen.strokeRect(x + 0.16 * size, y + 0.16 * size, 0.68 * size, 0.68 * size);
    }
    if (!movable || role === "piece") return;
    const side = corner ? -1 : 1;
    if (text) this.disc(middle + side * (0.14 * size * text.length + 3), centre - 0.25 * size, 3.5, on || colours2.ink, 0);
    else this.disc(middle, centre, 4.5, on || colours2.dim, 0);
  }
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {string} colour
   * @param {number} rim pixels of the colour of the page around it
   */
  disc(x, y, radius, colour, rim) {
    const { pen } = this;
    for (
      const [far, fill2] of
      /** @type {[number, string][]} */
      [[rim, this.colours.card], [0, colour]]
    ) {
      if (far === 0 || rim) {
        pen.beginPath();
        pen.arc(x, y, radius + far, 0, WHOLE);
        pen.fillStyle = fill2;
        pen.fill();
      }
    }
  }
  /**
   * Draw lines around components, or between their cells where these touch at corners.
   * @param {Look[][]} looks
   * @param {boolean} corners
   */
  lines(looks, corners) {
    const { pen, size } = this;
    const at = (r, c) => looks[r]?.[c]?.component ?? -1;
    const way = (c, r, right, down) => {
      pen.moveTo(c * size, r * size);
      pen.lineTo((c + right) * size, (r + down) * size);
    };
    pen.strokeStyle = this.colours.ink;
    pen.lineWidth = 2.5;
    pen.lineCap = "round";
    pen.beginPath();
    looks.forEach((row, r) => row.forEach((_, c) => {
      const own = at(r, c);
      if (corners) {
        if (own >= 0 && at(r + 1, c + 1) === own) way(c + 0.86, r + 0.86, 0.28, 0.28);
        if (own >= 0 && at(r + 1, c - 1) === own) way(c + 0.14, r + 0.86, -0.28, 0.28);
        return;
      }
      if (own !== at(r - 1, c)) way(c, r, 1, 0);
      if (own !== at(r, c - 1)) way(c, r, 0, 1);
      if (own >= 0 && r === looks.length - 1) way(c, r + 1, 1, 0);
      if (own >= 0 && c === row.length - 1) way(c + 1, r, 0, 1);
    }));
    pen.stroke();
  }
};

// src/grundy/web/static/board-preview.js
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

// src/grundy/web/static/board-grid.js
var LARGEST = 7.5;
var LEAST = 20;
var LEAST_AIMED = 14;
var LEAST_TOUCHED = 32;
var MARGIN = 24;
var DELAY = 45;
var MOST_DELAY = 400;
var LARGE = 1e3;
var SLICE2 = 12;
var ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
var GridDrawing = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.grid = el("div", {
      class: "grid",
      role: "grid",
      onkeydown: (e) => this.key(e),
      onclick: (e) => this.click(spotOf(e)),
      onfocusin: (e) => this.focused(spotOf(e)),
      onfocusout: () => this.show(null),
      onpointerover: (e) => e.pointerType !== "touch" && this.show(spotOf(e)),
      onpointerleave: () => this.show(null)
    });
    this.paint = new Paint();
    this.badges = new Badges();
    this.heads = el("div", { class: "heads", "aria-hidden": "true" });
    this.board = el("div", { class: "board" }, this.heads, this.paint.node, this.paint.palette, this.grid, this.badges.node);
    this.legend = el("div", { class: "legend" });
    this.aim = new Aim({
      step: (down, right) => this.step(down, right),
      pick: () => this.hands.pick([this.row, this.column])
    });
    this.room = el("div", { class: "room" });
    this.node = el("div", { class: "gridbox" }, el("div", { class: "scroll" }, this.board), this.aim.node, this.legend, this.room);
    this.cells = [];
    this.looks = [];
    this.dressed = /* @__PURE__ */ new Map();
    this.fallen = /* @__PURE__ */ new Map();
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
  /** @param {View} view */
  update(view) {
    const before = this.view;
    this.view = view;
    const { rows, first } = view.scene;
    const same = this.cells.length === rows.length && this.cells[0]?.length === rows[0].length && before?.scene.first === first && before?.words === view.words;
    if (!same) this.build();
    set(this.grid, { "aria-label": view.label || view.say("board", { rows: rows.length, columns: rows[0].length }) });
    this.show(null);
    if (before?.scene !== view.scene) this.fell(same ? before : null, view);
    this.looks = rows.map((row, r) => row.map((cell, c) => look(view, cell, r, c)));
    if (before?.scene !== view.scene) this.aim.spot = "";
    if (this.size) this.draw();
    else this.fit();
    this.dressAll(same ? before : null, view);
    this.badges.update(view.scene, view.show.has("components"));
    fill(this.legend, ...gridLegend(view, this.looks.flat()));
    this.aim.update(view, [this.row, this.column]);
  }
  build() {
    const { rows, first } = (
      /** @type {View} */
      this.view.scene
    );
    this.row = Math.min(this.row, rows.length - 1);
    this.column = Math.min(this.column, rows[0].length - 1);
    this.cells = rows.map((row, r) => row.map((_, c) => el("div", { role: "gridcell", tabindex: r === this.row && c === this.column ? 0 : -1, "data-place": `${r},${c}` })));
    fill(this.heads, ...rows[0].map((_, c) => el("span", {}, String(c + first))));
    fill(this.grid, ...this.cells.map((row, r) => el("div", { role: "row" }, el("span", { class: "head", "aria-hidden": "true" }, String(r + first)), ...row)));
    this.size = 0;
    this.dressed.clear();
  }
  /** Make the cells as large as they fit; where they would be too small for fingers, these aim and confirm. */
  fit() {
    const width = this.cells[0]?.length;
    const space = this.node.clientWidth;
    if (!width || !space) return;
    const fits = Math.floor(Math.min((space - MARGIN - 4) / width, (this.room.clientHeight - MARGIN) / this.cells.length, LARGEST * rem()));
    const touched = matchMedia("(pointer: coarse)").matches || innerWidth <= 480;
    const across = Math.floor((space - MARGIN - 4) / width);
    const size = Math.max(touched ? Math.max(LEAST_AIMED, Math.min(across, 44)) : LEAST, fits);
    this.aim.on = touched && size < LEAST_TOUCHED;
    if (this.view) this.aim.update(this.view, [this.row, this.column]);
    if (size === this.size && devicePixelRatio === this.sharp) return;
    this.size = size;
    this.sharp = devicePixelRatio;
    this.board.style.setProperty("--cell", `${size}px`);
    this.board.classList.toggle("small", size < 30);
    this.board.classList.toggle("tiny", size < 20);
    this.draw();
  }
  draw() {
    const { scene, last, show } = (
      /** @type {View} */
      this.view
    );
    const start = Number([...last][0]?.split(",")[0] ?? 0);
    this.paint.draw({ looks: this.looks, size: this.size, corners: scene.touch === "corners", components: show.has("components"), start });
  }
  /**
   * Give all cells their names; those of a large board in slices, but at once where something is laid over its picture.
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
  /**
   * Say what a cell is, by its name and its classes.
   * @param {number} r
   * @param {number} c
   */
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
  /**
   * Let the cells that have gone go one behind the other, from the move on: each is covered by what it was until then.
   * @param {View | null} before
   * @param {View} view
   */
  fell(before, view) {
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
  /**
   * Show what a move on a cell would change.
   * @param {[number, number] | null} spot
   */
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
  /** @param {[number, number] | null} spot */
  click(spot) {
    if (!spot) return;
    if (!this.aim.on || this.aim.spot === String(spot)) {
      this.hands.pick(spot);
      return;
    }
    this.aim.spot = String(spot);
    this.turn(...spot);
    this.focus();
  }
  /** @param {[number, number] | null} spot */
  focused(spot) {
    if (!spot) return;
    if (spot[0] !== this.row || spot[1] !== this.column) this.turn(...spot);
    if (this.aim.on || this.cells[spot[0]][spot[1]].matches(":focus-visible")) this.show(spot);
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
    this.dress(row, column);
    if (this.view) this.aim.update(this.view, [row, column]);
  }
  /**
   * @param {number} down
   * @param {number} right
   */
  step(down, right) {
    const [row, column] = [this.row + down, this.column + right];
    if (!this.cells[row]?.[column]) return;
    this.aim.spot = `${row},${column}`;
    this.turn(row, column);
    this.cells[row][column].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.show([row, column]);
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
function spotOf(event) {
  const cell = event.target instanceof Element && event.target.closest("[data-place]");
  if (!(cell instanceof HTMLElement)) return null;
  const [row, column] = (cell.dataset.place ?? "").split(",").map(Number);
  return [row, column];
}
var rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
var laidOver = (view) => view ? [...view.picked, ...view.hint, ...view.area, ...view.last] : [];

// src/grundy/web/static/board-tokens.js
var MOST_DRAWN = 400;
var ENDS = 8;
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
function pick(all, before, token) {
  const range = before ? { low: Math.min(before.low, token), high: Math.max(before.high, token) } : { low: token, high: token };
  const left = all.filter((span) => holds(span, range));
  if (before && !left.length) return pick(all, null, token);
  const ended = before && left.find(({ from, to }) => from === range.low && to === range.high + 1);
  const again = before && range.low === range.high && left.find(({ from, to, inner }) => !inner && from < to);
  const only = left.every(({ choice }) => choice === left[0].choice) && (left.find(({ from }) => from === token) ?? left[0]);
  return { span: ended || again || only || null, range, left };
}
function holds({ from, to, inner }, { low, high }) {
  if (inner) return from <= low && high < to;
  return low === high && from === low || from === to && low === from - 1 && high === from;
}
function tokenRow(size) {
  const dots = (first, count) => Array.from({ length: count }, (_, i) => el("i", { "data-token": first + i }));
  const all = size <= MOST_DRAWN ? dots(0, size) : [...dots(0, ENDS), el("span", { class: "gap" }, "···"), ...dots(size - ENDS, ENDS)];
  return el("span", { class: size > 60 ? "tokens many" : "tokens", "aria-hidden": "true" }, ...all);
}

// src/grundy/web/static/board-heaps.js
var LONG = 9;
var HeapsDrawing = class {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el("div", {
      class: "heaps",
      role: "listbox",
      onkeydown: (e) => this.key(e),
      onpointerover: (e) => e.pointerType !== "touch" && this.show(tokenOf(e)),
      onpointerleave: () => this.show(null)
    });
    this.view = null;
    this.picked = null;
    this.shown = null;
    this.cursor = null;
    this.place = 0;
    this.drawn = "";
  }
  /** @param {View} view */
  update(view) {
    const fresh = this.view?.scene !== view.scene;
    this.view = view;
    if (fresh) this.shown = this.cursor = null;
    if (fresh || !view.offered.length) this.picked = null;
    const heaps = view.scene.heaps;
    this.place = Math.max(0, Math.min(this.place, heaps.length - 1));
    const news = JSON.stringify([heaps, [...view.show], [...view.picked], [...view.hint], [...view.last], [...view.area], view.disabled, view.label]);
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.node.contains(
      /** @type {ShadowRoot} */
      this.node.getRootNode().activeElement ?? null
    );
    this.node.setAttribute("aria-label", view.label || view.say("heaps", { number: heaps.length }));
    this.node.style.setProperty("--most", String(Math.max(1, ...heaps.map((heap) => Math.min(Number(heap.size), 60)))));
    fill(this.node, ...heaps.map((heap, number2) => this.heap(view, heap, number2)));
    if (focused) this.focus();
    this.show(null);
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
    const nimber = view.show.has("components") ? heap.nimber ?? null : null;
    const words3 = [view.say("heap", { size: heap.size })];
    if (nimber !== null) words3.push(view.say("nimber", { value: nimber }));
    if (wins2) words3.push(view.say("wins"));
    if (view.hint.has(place)) words3.push(view.say("hint"));
    if (view.last.has(place)) words3.push(view.say("last"));
    const classes2 = ["heap"];
    if (grouped(heap.size).length > LONG) classes2.push("long");
    if (here.length && !view.disabled) classes2.push("open");
    for (
      const name of
      /** @type {const} */
      ["picked", "hint", "last", "area"]
    ) if (view[name].has(place)) classes2.push(name);
    return el(
      "div",
      {
        role: "option",
        class: classes2.join(" "),
        tabindex: number2 === this.place ? 0 : -1,
        "data-place": place,
        "aria-selected": String(view.picked.has(place)),
        "aria-disabled": here.length && !view.disabled ? null : "true",
        "aria-label": words3.join(", "),
        onclick: (event) => this.click(number2, tokenOf(event), event.pointerType === "touch"),
        onfocus: () => this.turn(number2)
      },
      el("span", { class: "size", "aria-hidden": "true" }, grouped(heap.size)),
      tokenRow(Number(heap.size)),
      wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
      nimber !== null && el("span", { class: "worth", "aria-hidden": "true" }, grouped(nimber))
    );
  }
  /**
   * @param {number} heap
   * @param {Spot | null} spot the token, or none where the heap itself was picked
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
    if (span && finger && !this.isForeseen(span, range)) this.foretell(span);
    else if (span) this.hands.choose(span.choice);
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
  /**
   * Whether a finger takes just what it has touched, or has seen what falls along.
   * @param {Span} span
   * @param {import('./board-tokens.js').Range} range
   */
  isForeseen({ choice, from, to }, { low, high }) {
    return choice === this.shown || from === low && to === high + 1;
  }
  /** @param {Span} span */
  foretell({ choice }) {
    this.shown = choice;
    this.hands.offer([choice], "token-again", { move: choice.move });
  }
  /** @param {number} heap */
  pickedOn(heap) {
    return this.picked?.heap === heap ? this.picked : null;
  }
  /**
   * @param {number} heap
   * @returns {Span[]}
   */
  spans(heap) {
    const view = (
      /** @type {View} */
      this.view
    );
    return spans(Number(view.scene.heaps[heap].size), view.at.get(String(heap)) ?? [], view.scene.inside);
  }
  /**
   * @param {Spot} spot
   * @returns {Pick} what picking it does
   */
  look({ heap, token }) {
    return pick(this.spans(heap), this.pickedOn(heap), token);
  }
  /**
   * Show what is picked, which tokens end a move, and what a pick would take.
   * @param {Spot | null} spot
   */
  show(spot) {
    for (const node of this.node.querySelectorAll("i[class]")) node.removeAttribute("class");
    const { picked } = this;
    if (picked) {
      const { left: left2 } = pick(this.spans(picked.heap), picked, picked.low);
      const ends = (token) => left2.some(({ from, to }) => token >= from - 1 && token <= to) && isSure(left2, picked, token);
      this.mark(picked.heap, "able", ends);
      this.mark(picked.heap, "aimed", (token) => token >= picked.low && token <= picked.high);
    }
    if (!spot || !this.view || this.view.disabled) return;
    const { span, range, left } = this.look(spot);
    if (span) this.foresee(spot.heap, span);
    else if (left.length) this.mark(spot.heap, "aimed", (token) => token >= range.low && token <= range.high);
  }
  /**
   * Show what a move takes, or where it parts the heap.
   * @param {number} heap
   * @param {Span} span
   */
  foresee(heap, { from, to }) {
    if (from === to) this.mark(heap, "parts", (token) => token >= from);
    else this.mark(heap, "falls", (token) => token >= from && token < to);
  }
  /**
   * Show a move of the list.
   * @param {Choice | null} choice
   */
  preview(choice) {
    this.show(null);
    const heap = Number(choice?.places[0]);
    const span = choice && this.spans(heap).find((one) => one.choice === choice);
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
    if (event.key === "ArrowDown") place += 1;
    else if (event.key === "ArrowUp") place -= 1;
    else if (event.key === "ArrowRight") this.walk(1);
    else if (event.key === "ArrowLeft") this.walk(-1);
    else if (event.key === "Home") place = 0;
    else if (event.key === "End") place = last;
    else if (event.key === "Enter" || event.key === " ") this.click(place, this.cursor);
    else if (event.key === "Escape") this.escape();
    else return;
    event.preventDefault();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.cursor = null;
      this.turn(place);
      this.focus();
      this.show(null);
    }
  }
  /**
   * Go along the tokens of the heap that has the focus.
   * @param {number} step
   */
  walk(step) {
    const size = Number(this.view?.scene.heaps[this.place].size);
    if (!size) return;
    const before = this.cursor?.heap === this.place ? this.cursor.token : step > 0 ? -1 : size;
    const token = Math.max(0, Math.min(size - 1, before + step));
    this.cursor = { heap: this.place, token };
    this.show(this.cursor);
    const { span } = this.look(this.cursor);
    this.hands.tell(span ? "token-move" : "token", { number: token + 1, size, move: span?.choice.move });
  }
  escape() {
    const before = this.picked ?? this.cursor;
    this.cursor = null;
    if (this.picked) this.hands.back();
    this.show(null);
    if (!before) this.hands.back();
  }
};
function isSure(left, picked, token) {
  const { span, range } = pick(left, picked, token);
  return span !== null && range.low <= picked.low && range.high >= picked.high;
}
function grouped(value) {
  return BigInt(value).toLocaleString();
}
function tokenOf(event) {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.dataset.token === void 0) return null;
  const heap = (
    /** @type {HTMLElement | null} */
    target.closest("[data-place]")
  );
  return heap && { heap: Number(heap.dataset.place), token: Number(target.dataset.token) };
}

// src/grundy/web/static/board-moves.js
var STEPS2 = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
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
    set(this.node, { hidden: !choices.length, "aria-label": view.say("moves"), "data-opened": opened });
    fill(this.node, ...choices.map((choice, number2) => this.option(view, choice, number2)));
  }
  focus() {
    this.node.children[this.place]?.focus();
  }
  /**
   * @param {View} view
   * @param {Choice} choice
   * @param {number} number
   */
  option(view, choice, number2) {
    const wins2 = choice.wins && view.show.has("winning");
    const value = view.show.has("values") && choice.nimber !== null ? choice.nimber : null;
    const letter = view.show.has("values") && choice.nimber === null && choice.outcome;
    const words3 = [view.say("move", { move: choice.move })];
    if (value !== null) words3.push(view.say("after", { value }));
    if (letter) words3.push(view.say(`outcome-${letter}`));
    if (wins2) words3.push(view.say("wins"));
    const badge2 = value === null ? letter && el("span", { class: "badge", title: view.say(`outcome-${letter}`) }, letter) : el("span", { class: "badge", "aria-hidden": "true" }, String(value));
    if (badge2 && value !== null) {
      const colour = ofNimber(value);
      badge2.style.setProperty("background", colour);
      badge2.style.setProperty("color", inkOn(colour));
    }
    return el(
      "div",
      {
        role: "option",
        class: wins2 ? "option wins" : "option",
        tabindex: number2 === this.place ? 0 : -1,
        "aria-selected": "false",
        "aria-disabled": view.disabled ? "true" : null,
        "aria-label": words3.join(", "),
        "data-move": choice.move,
        onclick: () => this.hands.choose(choice),
        onfocus: () => {
          this.turn(number2);
          this.hands.preview(choice);
        },
        onpointerenter: (event) => event.pointerType !== "touch" && this.hands.preview(choice),
        onpointerleave: () => this.hands.preview(null)
      },
      wins2 && el("span", { class: "mark", "aria-hidden": "true" }),
      el("span", { "aria-hidden": "true" }, choice.move),
      badge2
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
    const step = STEPS2[
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
    this.svg = svg("svg", {
      class: "points",
      role: "listbox",
      onkeydown: (e) => this.key(e),
      onpointerover: (e) => e.pointerType !== "touch" && this.show(placeOf(e)),
      onpointerleave: () => this.show(null)
    });
    this.shown = svg("path", { class: "preview", "aria-hidden": "true" });
    this.view = null;
    this.legend = el("div", { class: "legend" });
    this.node = el("div", { class: "pointsbox" }, this.svg, this.legend);
    this.points = [];
    this.options = [];
    this.place = 0;
    this.drawn = "";
  }
  /** @param {View} view */
  update(view) {
    const news = JSON.stringify([view.scene, view.choices.length, [...view.show], [...view.picked], [...view.hint], [...view.last], [...view.area], view.disabled, view.label]);
    this.view = view;
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
      this.shown,
      ...this.options
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
    const wins2 = view.show.has("winning") && here.some((choice) => choice.wins) && !view.picked.has(place);
    const value = view.show.has("values") && told && one && !view.picked.has(place) ? one.nimber : null;
    const words3 = [view.say("point", { name: point.name }), view.say(point.free ? "free" : "taken")];
    if (value !== null) words3.push(view.say("after", { value }));
    if (wins2) words3.push(view.say("wins"));
    if (view.hint.has(place)) words3.push(view.say("hint"));
    if (view.last.has(place)) words3.push(view.say("last"));
    const open = here.length > 0 && !view.disabled;
    const classes2 = ["point", point.free ? "free" : "taken"];
    if (open) classes2.push("open");
    if (wins2) classes2.push("wins");
    for (
      const name2 of
      /** @type {const} */
      ["picked", "hint", "last", "area"]
    ) if (view[name2].has(place)) classes2.push(name2);
    const dot = svg("circle", { class: "dot", cx: point.x, cy: point.y, r: radius });
    let text = null;
    if (value !== null) {
      const colour = ofNimber(value);
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
        class: classes2.join(" "),
        tabindex: number2 === this.place ? 0 : -1,
        "data-place": place,
        "aria-selected": String(view.picked.has(place)),
        "aria-disabled": open ? null : "true",
        "aria-label": words3.join(", "),
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
  /**
   * Show what picking a point would draw or take.
   * @param {string | null} place
   */
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
    for (const [number2, option] of this.options.entries()) option.classList.toggle("falls", Boolean(there && to && falls(view, to.place, this.points[number2].place)));
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
      this.show(String(this.points[place].place));
    }
  }
};
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
    const [x, y] = [SIDE / 2 + SIDE / 2 * Math.sin(angle), SIDE / 2 - SIDE / 2 * Math.cos(angle)];
    return { place: number2 + 1, name: String(number2 + 1), x: round(x), y: round(y), free: !taken2.has(number2 + 1) };
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
var words2 = {};
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
  words2 = found;
  parts.clear();
  language = wanted;
}
var spoken = () => language;
function t(key2, params = {}) {
  const text = words2[key2];
  if (text === void 0) return key2;
  const filled = text.replace(/\{(\w+)(?::(and|or)|\|([^/}]*)\/([^}]*))?\}/g, (_, name, word, first, second) => {
    const value = params[name];
    if (name === "game") return spell([value].flat().map((one) => words2[`game.${one}`] ?? one));
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
  const read2 = word.at(-1) === ")" ? word.slice(0, word.lastIndexOf("(")).trimEnd() : word;
  const last = read2.at(-1) ?? "";
  const end = /\d/.test(last) ? [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Number(last)] : (last.charCodeAt(0) - 44032) % 28;
  return end > 0 && !(particle === "으로" && end === 8);
}
var has = (key2) => key2 in words2;
var parts = /* @__PURE__ */ new Map();
function under(prefix) {
  const found = parts.get(prefix) ?? Object.fromEntries(
    Object.entries(words2).filter(([key2]) => key2.startsWith(prefix)).map(([key2, text]) => [key2.slice(prefix.length), text])
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
  --ink: #1f2328; --dim: #59636e; --card: #fff; --blank: #e4e8ec; --soft: #f3f5f7; --line: #8b949e; --win: #0550ae; --wall: #4a525b; --a: #0550ae; --b: #9a4b00; --by: var(--a);
  --cell: 44px;
  display: block; color: var(--ink); font: inherit;
}
@media (prefers-color-scheme: dark) {
  :host { --ink: #f0f3f6; --dim: #9198a1; --card: #0d1117; --blank: #2a313a; --soft: #171c23; --line: #7d8590; --win: #79c0ff; --wall: #aab2bb; --a: #79c0ff; --b: #ffa657; }
}
:host([data-by=b]) { --by: var(--b); }
[hidden] { display: none !important; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus { outline: none; }
:focus-visible { outline: 3px solid var(--win); outline-offset: 1px; box-shadow: 0 0 0 1px var(--card) inset; z-index: 3; }

.scroll { overflow-x: auto; padding: 4px; margin: -4px; }
.board { position: relative; width: max-content; margin: 0 auto; padding: 0 24px 0 0; user-select: none; }
.heads, [role=row] { display: flex; }
.heads { padding-left: 24px; height: 22px; }
.heads span, .head { color: var(--dim); font-size: min(.75rem, 17px); font-variant-numeric: tabular-nums; text-align: center; }
.heads span { width: var(--cell); line-height: 20px; }
.small .heads span { font-size: 9px; }
.small .head { font-size: 9px; }
.tiny .heads span { visibility: hidden; }
.tiny .heads span:nth-child(5n), .tiny .heads span:first-child { visibility: visible; overflow: visible; white-space: nowrap; }
.tiny [role=row]:not(:nth-child(5n), :first-child) .head { visibility: hidden; }
.head { width: 24px; line-height: var(--cell); padding-right: 4px; box-sizing: border-box; flex: none; }
[role=gridcell] { width: var(--cell); height: var(--cell); flex: none; border-radius: 6px; cursor: default; }
[role=gridcell].open { cursor: pointer; }
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
.piece.last::after { inset: 4%; background: none; box-shadow: 0 0 0 3px var(--by) inset; }
.cell.last::after { inset: auto 8% 8% auto; width: 24%; height: 24%; }
.tiny [role=gridcell]::before { inset: .5px; border-radius: 2px; }
[role=gridcell].falls::before { outline: 2.5px dashed var(--ink); outline-offset: -5px; box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--win) 24%, transparent); }
[role=gridcell].aimed::before { box-shadow: inset 0 0 0 3px var(--card), inset 0 0 0 5px var(--win), inset 0 0 0 99px color-mix(in srgb, var(--win) 40%, transparent); }
[role=gridcell].new::before { inset: 0; background: var(--was, var(--blank)); transform: scale(0); animation: gone .26s ease-in backwards var(--wait, 0ms); }
@keyframes gone { from { transform: none; } }
.area::before { box-shadow: inset 0 0 0 4px var(--win); }
.heap.area { box-shadow: 0 0 0 2px var(--win) inset; }
.point.area .halo { stroke: var(--win); stroke-width: 4; }
@keyframes beckon { 50% { transform: scale(.86); } }
.worths { position: absolute; inset: 0; pointer-events: none; }
.worths span {
  position: absolute; transform: translate(-35%, -50%); min-width: 18px; height: 18px; padding: 0 4px; box-sizing: border-box; border-radius: 9px;
  background: var(--ink); color: var(--card); font: 600 12px/18px system-ui, sans-serif; text-align: center; box-shadow: 0 0 0 2px var(--card);
}
.small .worths { display: none; }
.aim { display: flex; flex-wrap: wrap; gap: 8px; justify-content: center; margin-top: 12px; }
.aim button { min-width: 44px; min-height: 44px; border: 1px solid var(--line); border-radius: 9px; background: var(--card); color: var(--ink); font: inherit; }
.aim .pick { padding: 0 18px; background: var(--win); border-color: var(--win); color: var(--card); font-weight: 600; }
.aim .pick:disabled { background: var(--soft); border-color: var(--blank); color: var(--dim); }
.room { position: absolute; visibility: hidden; width: 0; height: var(--tall, 560px); pointer-events: none; }
.gridbox { position: relative; }

.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; justify-content: center; margin-top: 16px; color: var(--dim); font-size: .8125rem; }
.legend:empty { display: none; }
.item { display: inline-flex; align-items: center; gap: 7px; }
.scale { flex: none; display: inline-flex; border-radius: 4px; overflow: hidden; }
.scale span { min-width: 20px; white-space: nowrap; padding: 0 3px; box-sizing: border-box; font-size: .75rem; line-height: 1.5; text-align: center; }
.sign { width: 18px; height: 18px; border-radius: 3px; box-sizing: border-box; flex: none; }
.sign.ring { position: static; border: 2px solid var(--win); border-radius: 50%; }
.sign.disc { border-radius: 50%; background: var(--ink); }
.sign.dot { width: 9px; height: 9px; border-radius: 50%; background: var(--dim); }
.sign.frame { background: #440154; box-shadow: 0 0 0 4px #440154 inset, 0 0 0 5.5px #fff inset; }
.sign.wall { background: var(--wall); border-radius: 0; }
.sign.won { background: color-mix(in srgb, var(--win) 16%, var(--card)); box-shadow: 0 0 0 1px var(--line) inset; }
.sign.trace { position: static; border-radius: 50%; width: 10px; height: 10px; box-shadow: none; }
.sign.bar { height: 3px; background: var(--ink); }
.sign.dash { height: 0; border-top: 2.5px dashed var(--win); }
.sign.blank { background: var(--blank); }

.heaps { display: grid; gap: 8px; min-height: 64px; align-content: start; }
.heap { position: relative; display: flex; align-items: center; gap: 14px; min-height: 48px; padding: 6px 14px; border-radius: 10px; box-sizing: border-box; }
.heap.open { cursor: pointer; }
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
.tokens { display: flex; flex-wrap: wrap; align-items: center; min-height: 15px; min-width: 60px; }
.holder { container-type: inline-size; }
.tokens i { --side: clamp(22px, (100cqw - 170px) / var(--most, 20) - 5px, 2.75rem); position: relative; box-sizing: content-box; width: var(--side); height: var(--side); padding: 2.5px; cursor: pointer; }
.tokens i::before { content: ""; position: absolute; inset: 2.5px; border-radius: 50%; background: var(--ink); transition: transform .12s, background-color .12s; }
.heap:not(.open) .tokens i { cursor: default; }
.tokens.many i { --side: 13px; padding: 1px; } .tokens.many i::before { inset: 1px; }
.tokens i.able::before { box-shadow: 0 0 0 3px var(--win) inset, 0 0 0 5px var(--card) inset; }
.tokens i.aimed::before { background: var(--win); box-shadow: 0 0 0 2px var(--card), 0 0 0 4px var(--win); }
.tokens i.falls::before { background: color-mix(in srgb, var(--win) 30%, var(--card)); box-shadow: 0 0 0 2px var(--win) inset; transform: translateY(4px) rotate(12deg); }
.tokens i.parts::before { background: none; box-shadow: 0 0 0 3px var(--win) inset; }
.tokens :not(.parts) + i.parts::after { content: ""; position: absolute; left: -1.5px; top: -4px; bottom: -4px; width: 3px; background: var(--win); }
@media (pointer: coarse) { .tokens i { --side: clamp(28px, (100cqw - 170px) / var(--most, 20) - 5px, 2.75rem); } .tokens.many i { --side: 24px; } }
.gap { color: var(--dim); padding: 0 4px; }
.heap .worth, .badge { min-width: 26px; padding: 0 5px; box-sizing: border-box; border-radius: 6px; background: var(--blank); color: var(--ink); font-size: .8125rem; line-height: 1.85; text-align: center; font-variant-numeric: tabular-nums; }
.mark { width: 16px; height: 16px; box-sizing: border-box; border: 2.5px solid var(--win); border-radius: 50%; flex: none; }

.moves { display: flex; flex-wrap: wrap; gap: 8px; max-height: 19rem; overflow: auto; margin-top: 14px; padding: 12px; border-radius: 12px; background: var(--soft); }
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
.edge { fill: none; stroke: var(--line); stroke-width: 2.5; }
.win { fill: none; stroke: var(--win); stroke-width: 2; stroke-dasharray: 7 6; opacity: .8; pointer-events: none; }
.preview { fill: none; stroke: var(--win); stroke-width: 4; stroke-dasharray: 9 7; pointer-events: none; }
.point.falls .dot:not(.valued) { fill: var(--win); }
.point.last .dot { stroke: var(--by); stroke-width: 5; }
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
@media (max-width: 560px) { .board { padding-right: 2px; } .heap.long { flex-wrap: wrap; } .item { flex-wrap: wrap; justify-content: center; } .name { font-size: 25px; } .plated { font-size: 28px; } .value { font-size: 22px; } }
.text:is(pre) { margin: 0; font: 15px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-x: auto; white-space: pre-wrap; }
@media (prefers-reduced-motion: reduce) { *, *::before { animation: none !important; } :not(.paint), ::before { transition: none !important; } }
@media (forced-colors: active) {
  :host { --ink: CanvasText !important; --dim: CanvasText !important; --card: Canvas !important; --line: CanvasText !important; --win: Highlight !important; }
  .paint, .palette, [role=gridcell], .sign, .scale span, .tokens i, .points, .mark, .badge, .heap .worth { forced-color-adjust: none; }
  .heap.picked, .heap.hint, .heap.area, .option:hover { outline: 2px solid Highlight; }
  .heap.last .size { text-decoration-thickness: 3px; }
}
`;

// src/grundy/web/static/board-selection.js
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
    this._offered = [];
    this._show = /* @__PURE__ */ new Set();
    this._words = {};
    this._hint = null;
    this._last = [];
    this._area = [];
    this._disabled = false;
    this._label = "";
    this._due = false;
    this._drawing = null;
    this._kind = "";
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
  /**
   * @param {string} name
   * @param {string | null} _
   * @param {string | null} value
   */
  attributeChangedCallback(name, _, value) {
    if (name === "show") this.show = (value ?? "").split(/\s+/).filter(Boolean);
    else if (name === "label") this.label = value ?? "";
    else this.disabled = value !== null;
  }
  /** Take the answer that a page holds itself, if it holds one. */
  connectedCallback() {
    const own = this._scene ? null : this.querySelector('script[type="application/json"]');
    if (!own) return;
    const { scene, choices = [], words: words3 = {} } = JSON.parse(own.textContent ?? "{}");
    Object.assign(this, { words: words3, scene, choices });
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
  set words(words3) {
    if (words3 === this._words) return;
    this._words = words3;
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
  set area(places) {
    this._area = places ?? [];
    this._redraw();
  }
  get disabled() {
    return this._disabled;
  }
  set disabled(disabled) {
    this._disabled = Boolean(disabled);
    this._redraw();
  }
  /** The player whose move was the last one, a or b: each has a colour. */
  set by(player) {
    this.dataset.by = player;
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
   * List moves beside the drawing, which keeps the focus; none of them where nothing is picked any more.
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
    const offered = this._offered.length > 0;
    if (picked.length || offered) {
      this._selection.clear();
      this._offered = [];
      this._draw();
    }
    if (listing || offered) this._focus();
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
    this._offered = [];
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
    const { picked, left, listing } = this._selection;
    const view = {
      scene: this._scene,
      choices: left,
      offered: this._offered,
      at: byPlace(left),
      picked: new Set(picked.map(key)),
      show: this._show,
      hint: new Set((this._hint?.places ?? []).map(key)),
      last: new Set(this._last.map(key)),
      area: new Set(this._area.map(key)),
      disabled: this._disabled,
      label: this._label,
      words: this._words,
      say: (message, params) => this._say(message, params)
    };
    if (!this._drawing || this._kind !== this._scene.kind) {
      this._kind = this._scene.kind;
      this._drawing = new (DRAWINGS[this._kind] ?? TextDrawing)(this._hands);
      fill(this._holder, this._drawing.node);
    }
    this._drawing.update(view);
    const loose = left.filter((choice) => !choice.places.length);
    const offered = this._offered.length > 0;
    this._list.update(view, offered ? this._offered : listing ? left : picked.length ? [] : loose, listing || offered);
  }
};
if (!customElements.get("game-board")) customElements.define("game-board", GameBoard);

// src/grundy/web/static/api.js
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
};

// src/grundy/web/static/catalogue.js
var games = /* @__PURE__ */ new Map();
function gameTitle(name) {
  return has(`game.${name}`) ? t(`game.${name}`) : games.get(name)?.title ?? name;
}

// src/grundy/web/static/boards.js
var BROAD = 20;
var Boards = class {
  /** @param {(choice: import('./game-board.js').Choice) => void} onChoose */
  constructor(onChoose) {
    this.node = el("div", { class: "boards", onchoose: (event) => onChoose(event.detail) });
    this.boards = [];
  }
  /**
   * @param {Answer} answer
   * @param {{show: string[], disabled?: boolean, hint?: string | null, last?: Step['places'], by?: 'a' | 'b', over?: boolean, area?: Step['places']}} options
   */
  update(answer, { show, disabled = false, hint = null, last = null, by = "a", over = false, area = null }) {
    const { scenes, choices } = answer;
    if (this.boards.length !== scenes.length) {
      this.boards = scenes.map(() => (
        /** @type {import('./game-board.js').GameBoard} */
        document.createElement("game-board")
      ));
      fill(this.node, ...this.boards.map((board) => el("section", { class: "term" }, el("h2", { class: "term-name" }), board)));
    }
    const words3 = under("board.");
    scenes.forEach((scene, term) => {
      const board = this.boards[term];
      const name = answer.terms[term].game.replace(/:$/, "");
      const head = (
        /** @type {HTMLElement} */
        board.previousElementSibling
      );
      head.hidden = scenes.length === 1;
      head.textContent = `${answer.terms[term].parts}. ${gameTitle(name)}`;
      board.words = words3;
      board.scene = scene;
      board.choices = choices.filter((choice) => choice.term === term);
      board.show = show;
      board.disabled = disabled;
      board.by = by;
      board.hint = hint;
      board.last = last && last.term === term ? last.places : [];
      board.area = area && area.term === term ? area.places : [];
      board.parentElement.classList.toggle("broad", scene.kind === "grid" && scene.rows[0].length > BROAD);
      board.label = scenes.length > 1 ? `${answer.terms[term].parts}. ${gameTitle(name)}` : gameTitle(name);
    });
    this.node.classList.toggle("over", over);
    this.node.classList.toggle("several", scenes.length > 1);
  }
  focus() {
    this.boards[0]?.focus();
  }
};

// src/grundy/web/static/say.js
var say = (message) => t(message.kind, message);
var worth = ({ nimber, value = "WIN" }) => nimber === null ? value : number(nimber);
function sayOutcome(answer) {
  const kind = answer.nimber !== null ? "is" : answer.value === "WIN" ? "none" : "loopy";
  return `${t(`outcome.${answer.outcome}`)} ${t(`nimber.${kind}`, { value: worth(answer) })}`;
}
var MOST_SUMMED = 24;
function sumText(answer) {
  const { components } = answer;
  if (components.length < 2 || components.length > MOST_SUMMED) return "";
  return `${components.map((one) => one.nimber ?? worth(one)).join(" ⊕ ")} = ${answer.nimber ?? worth(answer)}`;
}
function sayError(error) {
  if (error instanceof DOMException && error.name === "AbortError") return t("error.stopped");
  if (!(error instanceof Refusal)) return t("error.lost");
  if (error.kind === "error.input") return t("error.input-at", error.data);
  return error.kind ? t(error.kind, error.data) : t("error.refused", { status: error.status });
}

// src/grundy/web/static/state.js
var VIEWS = (
  /** @type {const} */
  ["play", "why", "sequences", "sum", "clinic"]
);
var SHOWN = ["winning", "values", "components", "comments"];
var THEMES = (
  /** @type {const} */
  ["light", "dark"]
);
var MAKERS = ["you", "coach", "1", "2"];
var MOST_LENGTH = 1e6;
function empty() {
  return {
    view: "play",
    parts: [],
    moves: [],
    at: 0,
    makers: [],
    show: [],
    against: "coach",
    side: "first",
    rules: "normal",
    fast: false,
    errors: 0,
    setup: false,
    part: 0,
    look: null,
    classroom: false,
    answers: false,
    theme: null,
    problem: "",
    code: "0.77",
    length: 200,
    language: null
  };
}
function read(hash) {
  const state = empty();
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const view = VIEWS.find((one) => one === path);
  if (view) state.view = view;
  const params = new URLSearchParams(query);
  const texts = params.getAll("p");
  state.parts = params.getAll("g").map((game, i) => ({ game, text: texts[i] ?? "" }));
  state.moves = params.getAll("m");
  state.at = whole(params.get("at"), state.moves.length, 0, state.moves.length);
  state.show = SHOWN.filter((one) => (params.get("show") ?? "").split(" ").includes(one));
  const letters = params.get("by") ?? "";
  if (letters.length === state.moves.length) state.makers = [...letters].map((letter) => MAKERS.find((one) => one[0] === letter) ?? "you");
  if (params.get("with") === "friend") state.against = "friend";
  if (params.get("side") === "second") state.side = "second";
  if (params.get("rules") === "misere") state.rules = "misere";
  state.fast = params.has("fast");
  state.errors = whole(params.get("errors"), 0, 0, 100);
  state.setup = params.has("setup");
  state.part = whole(params.get("part"), 0, 0, 999);
  state.look = params.get("look");
  state.classroom = params.has("class");
  state.answers = params.has("answers");
  state.theme = THEMES.find((one) => one === params.get("theme")) ?? null;
  state.problem = params.get("problem") ?? "";
  state.code = params.get("code") ?? state.code;
  state.length = whole(params.get("length"), state.length, 1, MOST_LENGTH);
  state.language = params.get("lang");
  return state;
}
var tells = ({ classroom, answers }) => !classroom || answers;
var shownOf = ({ classroom, answers, show }) => classroom ? answers ? SHOWN : [] : show;
function usualMaker({ against, side }, ply) {
  const first = ply % 2 === 0;
  if (against === "friend") return first ? "1" : "2";
  return first === (side === "first") ? "you" : "coach";
}
var makerOf = (state, ply) => state.makers[ply] ?? usualMaker(state, ply);
function whole(text, usual, least, most) {
  const found = text === null || !/^\d{1,9}$/.test(text) ? usual : Number(text);
  return Math.max(least, Math.min(most, found));
}

// src/grundy/web/static/loading.js
var LONG2 = 10;
function showLoading(place, loader, loading) {
  if (loading.phase === "working") {
    const { done, total } = loading;
    const said = done === null ? t("loading") : [sayProgress(done, total), ...sayLeft(loading)].join(" ");
    const shown = place.querySelector("[data-loading=working]:has(button) .said");
    if (shown && done !== null) write(shown, said);
    else line2(place, "working", said, done === null ? null : el("button", { type: "button", "data-act": "stop", onclick: () => loader.stop() }, t("seq.stop")));
  } else if (loading.phase === "idle") {
    line2(place, "idle", t("work.stopped"), el("button", { type: "button", "data-act": "again", onclick: () => loader.again() }, t("work.again")));
  } else if (loading.phase === "failed") line2(place, "failed", sayError(loading.error), null);
}
function sayLeft({ left = null, most, late }) {
  if (left === null || left < LONG2) return [];
  const time = left < 90 ? t("work.left-seconds", { number: 10 * Math.ceil(left / 10) }) : t("work.left-minutes", { number: Math.ceil(left / 60) });
  if (most === void 0) return [time];
  return [time, late ? t("work.too-long", { number: Math.round(most / 60) }) : t("work.smaller")];
}
var sayProgress = (done, total) => total ? t("work.share", { percent: Math.floor(100 * done / total) }) : t("work.done", { done });
function line2(place, phase, said, button) {
  const looks = { failed: "said error", idle: "said dim", working: "said dim" }[phase];
  fill(place, el("span", { class: "loading", "data-loading": phase }, el("span", { class: looks ?? "said" }, said), button));
}

// src/grundy/web/static/turns.js
var SIGNS = { won: "★", kept: "✓", "gave-away": "✗", "lost-anyway": "–", "kept-draw": "=", "gave-draw-away": "✗", drew: "✗" };
var MISTAKES = ["gave-away", "gave-draw-away", "drew"];
var NAMES2 = { you: "player.you", coach: "player.coach", 1: "player.1", 2: "player.2" };
var makerName = (maker) => t(NAMES2[maker]);
function turnText(next) {
  if (next === "you") return t("turn.you");
  return next === "coach" ? t("turn.coach") : t("turn.player", { player: makerName(next) });
}
function winnerOf(state, verdicts) {
  const last = verdicts.length - 1;
  if (last < 0) return null;
  if (state.rules !== "misere" || verdicts[last] === "won") return makerOf(state, last);
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
function overText(state, verdicts, drawn = false) {
  if (drawn) return t("over.draw");
  const moves = verdicts.length;
  const winner = winnerOf(state, verdicts);
  if (!winner) return t(state.rules === "misere" ? "over.misere" : "over.start");
  if (winner === "you") return t("over.you", { moves });
  if (winner !== "coach") return t("over.player", { player: makerName(winner), moves });
  const mistakes = verdicts.filter((verdict, ply) => (verdict === "gave-away" || verdict === "drew") && makerOf(state, ply) === "you").length;
  return t(mistakes ? "over.coach-mistakes" : state.rules === "misere" ? "over.coach-last" : "over.coach", { mistakes });
}

// src/grundy/web/static/status-card.js
var StatusCard = class {
  /**
   * @param {import('./turn-bar.js').TurnBar} bar
   * @param {(text: string) => void} tell says something to those who do not see the page
   * @param {((move: string | null) => void) | null} why explains the position, or a move
   */
  constructor(bar, tell, why) {
    this.bar = bar;
    this.tell = tell;
    this.comment = el("div", { class: "comments" });
    this.mistake = /** @type {string | null} */
    null;
    this.reason = el("button", { type: "button", class: "chip", hidden: true, "data-act": "why", onclick: () => why?.(this.mistake) });
    this.node = el("section", { class: "card status", "aria-label": t("status.comments") }, this.comment, why && el("div", { class: "row" }, this.reason));
  }
  /**
   * @param {State} state
   * @param {Step[]} steps
   * @param {{over: boolean, drawn: boolean, waits: boolean}} now whether the game is over, and a draw; whether the coach is about to move
   */
  update(state, steps, { over, drawn, waits }) {
    this.bar.update(state, steps.slice(1).map((step) => step.comment?.verdict ?? null), over, drawn);
    const lines = comments(state, steps, over);
    const { answer } = steps[steps.length - 1];
    if (!lines.length && !over && !waits) lines.push(line3(t(`begin.${answer.scenes.length > 1 ? "sum" : answer.scenes[0].kind}`), { class: "dim" }));
    const shown = shownOf(state);
    if (shown.includes("components") || shown.includes("winning")) lines.push(line3(state.rules === "misere" ? t(answer.outcome === "N" ? "outcome.misere-N" : "outcome.misere-P") : sayOutcome(answer), { class: "dim" }));
    this.mistake = mistakeOf(state, steps, over);
    this.reason.hidden = false;
    write(this.reason, this.mistake === null ? t("why.position") : t("why.move", { move: this.mistake }));
    fill(this.comment, ...lines);
    this.tell([this.bar.text, ...lines.map((one) => one.lastChild?.textContent ?? "")].join(" "));
  }
  /** @param {string} text of a hint */
  hint(text) {
    fill(this.comment, line3(text, { sign: "?" }));
    this.tell(text);
  }
  /** @param {unknown} error why something cannot be done; all else stays */
  refuse(error) {
    this.complain(sayError(error));
  }
  /** @param {string} text of an error */
  complain(text) {
    fill(this.comment, line3(text, { class: "error" }));
    this.tell(text);
  }
  /**
   * Show that a position is worked on, was stopped, or cannot be shown.
   * @param {import('./loading.js').Loader<any>} loader
   * @param {import('./loading.js').Loading<any>} loading
   */
  loading(loader, loading) {
    this.bar.say(t({ working: "work.title", idle: "work.stopped-title", failed: "error.title", ready: "loading" }[loading.phase]));
    showLoading(this.comment, loader, loading);
    this.reason.hidden = loading.phase === "failed" || !this.reason.textContent;
    if (loading.phase === "failed" || loading.phase === "idle") this.tell(this.comment.querySelector(".said")?.textContent ?? "");
  }
};
function line3(text, looks = {}) {
  return el("p", { class: looks.class ? `said ${looks.class}` : "said" }, looks.sign && el("b", { "aria-hidden": "true" }, looks.sign), el("span", {}, text));
}
function comments(state, steps, over) {
  const lines = [];
  const last = steps.length - 1;
  if (last < 1) return lines;
  const latest = steps[last].comment;
  const maker = makerOf(state, last - 1);
  if (maker === "1" || maker === "2") {
    if (latest) lines.push(tells(state) && (over || shownOf(state).includes("comments")) ? judged(latest) : played(maker, latest));
    return lines;
  }
  const own = maker === "coach" && last > 1 && makerOf(state, last - 2) === "you" ? steps[last - 1].comment : maker === "you" ? latest : null;
  if (own) lines.push(tells(state) ? judged(own) : played("you", own));
  if (latest && maker === "coach") lines.push(line3(t("coach.played", { move: latest.move }), { sign: "›" }));
  return lines;
}
function mistakeOf(state, steps, over) {
  const told = tells(state) && (over || state.against !== "friend" || shownOf(state).includes("comments"));
  for (let ply = steps.length - 1; told && ply > Math.max(0, steps.length - 3); ply -= 1) {
    const { comment } = steps[ply];
    if (makerOf(state, ply - 1) !== "coach") return comment && MISTAKES.includes(comment.verdict) ? comment.move : null;
  }
  return null;
}
var played = (maker, comment) => line3(t("friend.played", { player: makerName(maker), move: comment.move }), { sign: "›" });
var judged = (comment) => line3(say(comment), { sign: SIGNS[comment.verdict], class: comment.verdict });

// src/grundy/web/static/turn-bar.js
var COLOURS = { you: "a", coach: "b", 1: "a", 2: "b" };
var TurnBar = class {
  constructor() {
    this.words = el("h2", { class: "turn" }, t("loading"));
    this.players = el("div", { class: "players", "aria-hidden": "true" });
    this.node = el("section", { class: "turnbar", "aria-label": t("status") }, this.players, this.words);
  }
  /**
   * @param {State} state
   * @param {(string | null)[]} verdicts on the moves made so far
   * @param {boolean} over
   * @param {boolean} drawn
   */
  update(state, verdicts, over, drawn) {
    const next = usualMaker(state, state.at);
    const winner = over && !drawn ? winnerOf(state, verdicts) : null;
    const back = state.at < state.moves.length && next === "coach";
    write(this.words, over ? overText(state, verdicts, drawn) : back ? t("turn.back") : turnText(next));
    const players = state.against === "friend" ? ["1", "2"] : ["you", "coach"];
    fill(this.players, ...players.map((one) => el("span", { class: `player ${COLOURS[one]}${(over ? one === winner : one === next) ? " on" : ""}` }, el("i", {}, one === winner ? "★" : ""), makerName(one))));
    set(this.node, { "data-over": String(over), "data-player": winner ? COLOURS[winner] : over ? null : COLOURS[next] });
  }
  /** @param {string} text in place of a turn */
  say(text) {
    write(this.words, text);
    fill(this.players);
    set(this.node, { "data-over": "false", "data-player": null });
  }
  get text() {
    return this.words.textContent ?? "";
  }
};

// src/grundy/web/static/played-game.js
var THINKING = 450;
var REPEATED = 3;
var thinking = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : THINKING;
var PlayedGame = class {
  /** @param {Host} host */
  constructor({ move, toggle, acts, toggles, tell, why }) {
    this.boards = new Boards((choice) => move(choice.move));
    this.bar = new TurnBar();
    this.status = new StatusCard(this.bar, tell, why);
    this.buttons = Object.fromEntries(Object.entries(acts).map(([name, act]) => [
      name,
      el("button", { type: "button", disabled: true, class: name === "hint" ? "primary" : "", "data-act": name, onclick: act }, t(`act.${name}`))
    ]));
    this.toggles = toggles.map((name) => el("input", { type: "checkbox", value: name, "data-show": name, onchange: () => toggle(name) }));
    this.labels = this.toggles.map((input) => el("label", { class: "pill" }, input, el("span", {}, t(`show.${input.value}`))));
    this.sum = el("p", { class: "sumline", hidden: true });
    this.state = null;
    this.steps = [];
  }
  get last() {
    return this.steps[this.steps.length - 1];
  }
  get over() {
    return this.last.answer.choices.length === 0 || this.drawn;
  }
  /** Whether play may go on for ever, and the same player is to move in this position for the third time. */
  get drawn() {
    const { position, choices } = this.last.answer;
    const been = this.steps.filter((step, ply) => step.answer.position === position && (this.steps.length - ply) % 2 === 1);
    return choices[0]?.outcome !== void 0 && been.length >= REPEATED;
  }
  /** The move before which nothing is taken back: that of the coach, where it begins. */
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
  /** @param {State} state whose position is not known yet */
  begin(state) {
    this.state = state;
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    this.toggles.forEach((input, i) => this.labels[i].hidden = input.value === "comments" && state.against !== "friend");
  }
  /**
   * Draw the position that the steps lead to.
   * @param {Step[]} steps
   * @param {{text: string, move: string | null, area: import('./hints.js').Step['area']} | null} [hint]
   */
  draw(steps, hint = null) {
    const state = (
      /** @type {State} */
      this.state
    );
    this.steps = steps;
    const { answer, places } = this.last;
    const { over, drawn, closed, waits } = this;
    const show = shownOf(state);
    const by = state.at ? COLOURS[makerOf(state, state.at - 1)] : "a";
    this.boards.update(answer, { show, disabled: closed, hint: hint?.move ?? null, area: hint?.area ?? null, last: places, by, over });
    const sum = show.includes("components") && state.rules !== "misere" ? sumText(answer) : "";
    this.sum.hidden = !sum;
    write(this.sum, sum);
    this.status.update(state, steps, { over, drawn, waits });
    if (hint) this.status.hint(hint.text);
    this.able({ hint: !closed, undo: state.at > this.first, redo: state.at < state.moves.length, restart: state.at > this.first });
  }
  /** Nothing can be done until there is an answer. */
  wait() {
    this.able({ hint: false, undo: false, redo: false, restart: false });
    for (const board of this.boards.boards) board.disabled = true;
  }
  /** @param {Record<string, boolean>} acts whether each can be done now */
  able(acts) {
    for (const [name, can] of Object.entries(acts)) if (this.buttons[name]) set(this.buttons[name], { disabled: !can });
  }
};

// src/grundy/web/static/kept.js
var Kept = class {
  /** @param {number} most bytes, of the answers as JSON and of what was asked */
  constructor(most) {
    this.most = most;
    this.bytes = 0;
    this.entries = /* @__PURE__ */ new Map();
  }
  /**
   * @param {string} key
   * @returns {Promise<any> | undefined}
   */
  get(key2) {
    const found = this.entries.get(key2);
    if (!found) return void 0;
    this.entries.delete(key2);
    this.entries.set(key2, found);
    return found.answer;
  }
  /**
   * Keep an answer; what fails is not kept, and those that nobody asked for longest go.
   * @param {string} key
   * @param {any} answer or the promise of one
   * @returns {Promise<any>}
   */
  put(key2, answer) {
    this.drop(key2);
    const entry = { answer: Promise.resolve(answer), bytes: 0 };
    this.entries.set(key2, entry);
    this.weigh(entry, key2.length);
    entry.answer.then(
      (found) => this.entries.get(key2) === entry && this.weigh(entry, key2.length + JSON.stringify(found).length),
      () => this.entries.get(key2) === entry && this.drop(key2)
    );
    return entry.answer;
  }
  /**
   * @param {{bytes: number}} entry
   * @param {number} bytes
   */
  weigh(entry, bytes) {
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    for (const [key2, other] of this.entries) {
      if (this.bytes <= this.most) return;
      if (other !== entry) this.drop(key2);
    }
  }
  /** @param {string} key */
  drop(key2) {
    this.bytes -= this.entries.get(key2)?.bytes ?? 0;
    this.entries.delete(key2);
  }
};

// src/grundy/web/static/session.js
var MOST_KEPT = 8e6;
var kept = new Kept(MOST_KEPT);
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

// src/grundy/notebook/widget.js
var WidgetView = class {
  /** @param {Model} model */
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
      },
      why: null
      // what is said is a status of its own
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
  /** Draw what the kernel says; a move of the coach a moment later, so that it can be followed. */
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
  const made = moves.map(({ move }) => move);
  const told = against ? show : [...show, "comments"];
  return { ...read(""), moves: made, at: made.length, show: told, against: against ? "coach" : "friend", side: first ? "first" : "second" };
}
function stepsOf({ answer, moves, comment, last }) {
  const whole2 = withNimbers(answer);
  const own = moves.map((move) => move.coach).lastIndexOf(false);
  const made = moves.map(({ move, verdict }, ply) => ({
    answer: whole2,
    comment: ply === own && comment ? comment : { kind: "", move, verdict },
    places: last
  }));
  return [{ answer: whole2, comment: null, places: null }, ...made];
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
