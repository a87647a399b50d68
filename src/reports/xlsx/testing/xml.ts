/** An element of a parsed XML file, or a text between elements. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** All text inside, in order. */
  text: string
}

const token = /<\?[^>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * Parses XML strictly; throws if it is not well-formed. Does not support comments, CDATA and DTD, which our
 * files do not contain.
 */
export function parseXml(xml: string): Element {
  if (forbidden.test(xml)) throw new Error('a character that XML cannot hold')
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const match = token.exec(xml)
    if (!match) throw new Error(`not XML at ${at}: ${xml.slice(at, at + 60)}`)
    const [, closing, name, attributes = '', empty, text] = match
    const parent = open.at(-1) ?? top
    if (text !== undefined) {
      for (const element of open) element.text += unescaped(text)
    } else if (name !== undefined) {
      if (closing) {
        if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`)
        open.pop()
      } else {
        const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' }
        parent.children.push(element)
        if (!empty) open.push(element)
      }
    }
  }
  const [root] = top.children
  if (!root || open.length > 1 || top.children.length > 1) throw new Error('not one whole element')
  return root
}

/** All descendants with this name. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap(child => [...(child.name === name ? [child] : []), ...all(child, name)])
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`attribute ${name} twice`)
    found[name] = unescaped(value)
  }
  return found
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/&(\w*);?/g, (whole, name: string) => {
    const character = entities[name]
    if (character === undefined || !whole.endsWith(';')) throw new Error(`no entity: ${whole}`)
    return character
  })
}
