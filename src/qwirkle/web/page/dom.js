// A small virtual DOM: patches the document to match a tree of plain objects.

/** @import { Child, Vnode } from "./types" */

const SVG = "http://www.w3.org/2000/svg";

/** The vnode each element was last rendered from. @type {WeakMap<Node, Vnode>} */
const renderedFrom = new WeakMap();

/**
 * Create a vnode. Properties that begin with `on` are event handlers, `style` is an object of CSS
 * properties, `key` identifies the element among its siblings, and other code manages the children of an
 * `owned` element.
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
  const newChildren = /** @type {(Vnode | string | number)[]} */ (
    /** @type {unknown[]} */ (children).flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
  );
  /** @type {Map<string | number, Node>} */
  const keyedNodes = new Map();
  /** @type {Node[]} */
  const unkeyedNodes = [];
  for (const node of parent.childNodes) {
    const key = renderedFrom.get(node)?.key;
    if (key === undefined) unkeyedNodes.push(node);
    else keyedNodes.set(key, node);
  }
  const nodes = newChildren.map((child) => takeReusable(child, keyedNodes, unkeyedNodes) ?? createNode(child, parent));
  for (const node of [...keyedNodes.values(), ...unkeyedNodes]) parent.removeChild(node); // first, so that fewer nodes have to move
  let next = parent.firstChild;
  newChildren.forEach((child, index) => {
    const node = /** @type {Node} */ (nodes[index]);
    if (typeof child === "object") update(/** @type {Element} */ (node), child);
    else if (node.nodeValue !== String(child)) node.nodeValue = String(child);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  });
}

/**
 * Take a node to reuse for a child from those of the last render. Return null if none matches.
 * @param {Vnode | string | number} child
 * @param {Map<string | number, Node>} keyedNodes
 * @param {Node[]} unkeyedNodes
 */
function takeReusable(child, keyedNodes, unkeyedNodes) {
  if (typeof child === "object" && child.key !== undefined) {
    const node = keyedNodes.get(child.key);
    if (!node || renderedFrom.get(node)?.tag !== child.tag) return null;
    keyedNodes.delete(child.key);
    return node;
  }
  const index = unkeyedNodes.findIndex((node) =>
    typeof child === "object" ? renderedFrom.get(node)?.tag === child.tag : node.nodeType === Node.TEXT_NODE,
  );
  return index < 0 ? null : /** @type {Node} */ (unkeyedNodes.splice(index, 1)[0]);
}

/**
 * Create an empty element, or a text node.
 * @param {Vnode | string | number} child
 * @param {Element} parent
 * @returns {Node}
 */
function createNode(child, parent) {
  if (typeof child !== "object") return document.createTextNode(String(child));
  const isInSvg = parent.namespaceURI === SVG && parent.tagName !== "foreignObject";
  return child.tag === "svg" || isInSvg
    ? document.createElementNS(SVG, child.tag)
    : document.createElement(child.tag);
}

/**
 * Update an element's properties and children to match.
 * @param {Element} element
 * @param {Vnode} vnode
 */
function update(element, vnode) {
  const oldProps = renderedFrom.get(element)?.props ?? {};
  for (const name of Object.keys(oldProps)) if (!(name in vnode.props)) setProp(element, name, null, oldProps[name]);
  for (const [name, value] of Object.entries(vnode.props)) setProp(element, name, value, oldProps[name]);
  renderedFrom.set(element, vnode);
  if (!vnode.props.owned) patch(element, vnode.children);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} oldValue
 */
function setProp(element, name, value, oldValue) {
  if (name === "owned") return;
  if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value;
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const [property, setting] of Object.entries(value ?? {})) {
      if (/** @type {any} */ (oldValue)?.[property] !== setting) style.setProperty(property, String(setting));
    }
  } else if (name === "value") {
    if (value !== oldValue) /** @type {HTMLInputElement} */ (element).value = String(value ?? "");
  } else if (value === oldValue) {
    return;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Return the first element that matches a selector. Throws if there is none.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function requireElement(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}
