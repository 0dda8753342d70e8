// A small virtual DOM: patches the document to match a tree of plain objects.

/** @import { Child, Vnode } from "./types" */

const SVG = "http://www.w3.org/2000/svg";

/** The vnode each element was last rendered from. @type {WeakMap<Node, Vnode>} */
const drawn = new WeakMap();

/**
 * Create a vnode. Properties that begin with `on` are event handlers, `style` is an object of CSS
 * properties, `key` identifies the element among its siblings, and the children of an `owned` element
 * are managed by other code.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...Child} children
 * @returns {Vnode}
 */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, key: /** @type {string | number | undefined} */ (key), props: rest, children };
}

/**
 * Update an element's children to match.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function patch(parent, children) {
  const wanted = /** @type {(Vnode | string | number)[]} */ (
    /** @type {unknown[]} */ (children).flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false)
  );
  /** @type {Map<string | number, Node>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const loose = [];
  for (const node of parent.childNodes) {
    const key = drawn.get(node)?.key;
    if (key === undefined) loose.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((each) => found(each, keyed, loose) ?? made(each, parent));
  for (const node of [...keyed.values(), ...loose]) parent.removeChild(node); // first, so that the rest stays in place
  let at = parent.firstChild;
  wanted.forEach((each, place) => {
    const node = /** @type {Node} */ (nodes[place]);
    if (typeof each === "object") update(/** @type {Element} */ (node), each);
    else if (node.nodeValue !== String(each)) node.nodeValue = String(each);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  });
}

/**
 * Return an existing node to reuse, or null, and remove it from the candidates.
 * @param {Vnode | string | number} wanted
 * @param {Map<string | number, Node>} keyed
 * @param {Node[]} loose
 */
function found(wanted, keyed, loose) {
  if (typeof wanted === "object" && wanted.key !== undefined) {
    const node = keyed.get(wanted.key);
    if (!node || drawn.get(node)?.tag !== wanted.tag) return null;
    keyed.delete(wanted.key);
    return node;
  }
  const place = loose.findIndex((node) =>
    typeof wanted === "object" ? drawn.get(node)?.tag === wanted.tag : node.nodeType === Node.TEXT_NODE,
  );
  return place < 0 ? null : /** @type {Node} */ (loose.splice(place, 1)[0]);
}

/**
 * @param {Vnode | string | number} wanted
 * @param {Element} parent
 * @returns {Node}
 */
function made(wanted, parent) {
  if (typeof wanted !== "object") return document.createTextNode(String(wanted));
  const inside = parent.namespaceURI === SVG && parent.tagName !== "foreignObject";
  return wanted.tag === "svg" || inside
    ? document.createElementNS(SVG, wanted.tag)
    : document.createElement(wanted.tag);
}

/**
 * @param {Element} element
 * @param {Vnode} vnode
 */
function update(element, vnode) {
  const before = drawn.get(element)?.props ?? {};
  for (const name of Object.keys(before)) if (!(name in vnode.props)) set(element, name, null, before[name]);
  for (const [name, value] of Object.entries(vnode.props)) set(element, name, value, before[name]);
  drawn.set(element, vnode);
  if (!vnode.props.owned) patch(element, vnode.children);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} before
 */
function set(element, name, value, before) {
  if (name === "owned") return;
  if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value;
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const [each, now] of Object.entries(value ?? {})) {
      if (/** @type {any} */ (before)?.[each] !== now) style.setProperty(each, String(now));
    }
  } else if (name === "value") {
    if (value !== before) /** @type {HTMLInputElement} */ (element).value = String(value ?? "");
  } else if (value === before) {
    return;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Return the element that matches a selector; throws if there is none.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function one(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}
