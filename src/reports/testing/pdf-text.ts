import { inflateSync } from 'node:zlib'

/**
 * The text of each page of our pdf, as a reader would copy it: runs of letters in writing order, separated by
 * spaces. Reads only the part of the format (ISO 32000) that our writer uses.
 */
export function pdfPages(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const body = (reference: string | undefined) => objects.get(reference ?? '') ?? ''
  const pages = [...(/\/Kids \[([^\]]*)\]/.exec(file)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) =>
    body(id),
  )
  return pages.map(page => {
    const resources = body(/\/Resources (\d+) 0 R/.exec(page)?.[1])
    const fonts = new Map<string, string[]>()
    for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(name, unicodeOf(streamOf(body(/\/ToUnicode (\d+) 0 R/.exec(body(id))?.[1]))))
    }
    return textOf(streamOf(body(/\/Contents (\d+) 0 R/.exec(page)?.[1])), fonts)
  })
}

function streamOf(object: string): string {
  const data = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? ''
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
}

/** The text of each glyph of a font. */
function unicodeOf(map: string): string[] {
  const texts: string[] = []
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map(unit => Number.parseInt(unit, 16))
      texts[Number.parseInt(first, 16) + index] = String.fromCharCode(...units)
    }
  }
  return texts
}

function textOf(content: string, fonts: ReadonlyMap<string, string[]>): string {
  let font: string[] = []
  let text = ''
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\nET/g)) {
    if (name !== undefined) font = fonts.get(name) ?? []
    else if (glyphs === undefined) text += ' '
    const hex = [...(glyphs ?? '').matchAll(/<([0-9a-f]+)>/gi)].map(([, part]) => part).join('')
    text += (hex.match(/.{4}/g) ?? []).map(glyph => font[Number.parseInt(glyph, 16)] ?? '').join('')
  }
  return text
}
