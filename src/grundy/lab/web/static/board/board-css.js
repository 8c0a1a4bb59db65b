/** The style sheet of <game-board>, in its shadow DOM, so that it looks the same in every host. */

import { FORCED, PALETTE, PRINTED } from './board-token.js';

/** Nimbers without colours: outlined digits. */
const FLAT = `.num { background: var(--card) !important; color: var(--ink) !important; border: 1px solid var(--ink); } .value rect { fill: var(--card); stroke: var(--ink); } .value text { fill: var(--ink); } .value .round { fill: none; } .scale span { background: var(--card) !important; color: var(--ink) !important; }`;

export const CSS = `
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
