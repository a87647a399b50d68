import qs from 'qs'
import { Fault } from '../../../schema/fault.ts'

const maxFields = 2_000
/** Maximum depth; `a[b][c]` has three levels. */
const maxDepth = 12
/** `a`, `a[b][0]`, `a[]`. */
const nameShape = /^(?!__proto__)[^[\]]+(\[(?!__proto__)[^[\]]*\])*$/

/**
 * The body of a form: texts by name, nested by brackets. `coerce` converts them to the types of the route's
 * schema.
 */
export class FormBody {
  readonly value: Record<string, unknown>

  constructor(fields: Iterable<readonly [name: string, text: string]>) {
    this.value = nest(fields)
  }

  /**
   * Parses a text as in a query string. Counts the fields first: URLSearchParams would take seconds for a
   * large body that consists of fields only.
   */
  static ofText(text: string): FormBody {
    let separators = 0
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
      if (++separators >= maxFields) throw tooManyFields()
    return new FormBody(new URLSearchParams(text))
  }
}

/**
 * `a=1` is {a: '1'}; `a[b]=1` {a: {b: '1'}}; `a[0][b]=1` {a: [{b: '1'}]}; `a[]=1` or a repeated `a` {a: ['1',
 * ...]}. Throws parse_error for what qs would guess, merge or drop: malformed names, names given both as text
 * and with brackets, too many or too deeply nested fields.
 */
function nest(fields: Iterable<readonly [string, string]>): Record<string, unknown> {
  const texts = new Map<string, string | string[]>()
  const paths = new Set<string>()
  const parents = new Set<string>()
  let count = 0
  for (const [name, text] of fields) {
    if (++count > maxFields) throw tooManyFields()
    const known = texts.get(name)
    if (known !== undefined) {
      texts.set(name, [known, text].flat())
      continue
    }
    texts.set(name, name.endsWith('[]') ? [text] : text)
    const path = name.replace(/\[\]$/, '')
    const parentPaths = parentsOf(path, name)
    if (parents.has(path) || parentPaths.some(parent => paths.has(parent))) {
      throw unreadable(`the field ${JSON.stringify(name)} is given both as text and with brackets`)
    }
    paths.add(path)
    for (const parent of parentPaths) parents.add(parent)
  }
  // Of an object qs parses only the names. Its type allows only single texts as values.
  const named = Object.fromEntries(texts) as Record<string, string>
  return qs.parse(named, { depth: maxDepth, arrayLimit: maxFields, plainObjects: true })
}

/** The parents of a field name: `a` and `a[b]` for `a[b][c]`. */
function parentsOf(path: string, name: string): string[] {
  const shown = JSON.stringify(name)
  if (!nameShape.test(path)) throw unreadable(`the field name ${shown} is not name[name]...`)
  const segments = path.split('[')
  if (segments.length > maxDepth) throw unreadable(`the field ${shown} is nested too deeply`)
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('['))
}

function tooManyFields(): Fault {
  return unreadable(`more than ${maxFields} fields`)
}

function unreadable(why: string): Fault {
  return new Fault('parse_error', { detail: `Form parse error - ${why}` })
}
