import { isObject } from '../../../schema/text/json-object.ts'
import { jsonBudget, maxValuesOf } from '../../http/bodies/json-budget.ts'
import type { Description, SchemaObject } from '../openapi.ts'
import { Samples } from './sample.ts'

/** A body whose refusal is expensive. */
export interface LargestBody {
  form: string
  json: string
}

/** Levels of nested objects whose members are filled. */
const maxLevels = 2

/** The largest bodies that are refused before parsing, by any route with this limit. */
export function bodiesBeyondBudget(maxBytes: number): LargestBody[] {
  return [
    { form: 'numbers', json: listOf('1', maxBytes) },
    { form: 'empty objects', json: listOf('{}', maxBytes) },
    { form: 'lists in lists', json: nested('[', ']', Math.floor(maxBytes / 2)) },
    { form: 'objects in objects', json: nested('{"a":', '}', Math.floor(maxBytes / 6) - 1, '1') },
    { form: 'names', json: objectOf(maxBytes, 2 * jsonBudget.maxNames, true) },
  ]
}

interface Member {
  name: string
  schema: SchemaObject
}

/** Builds bodies from the description with the maximum number of values that are parsed. */
export class LargestBodies {
  readonly #document: Description
  readonly #samples: Samples
  readonly #filled = new Set<string>()

  constructor(document: Description) {
    this.#document = document
    this.#samples = new Samples(document)
  }

  /** Bodies for this schema: as a whole, and in each member that accepts a list or an object. */
  of(schema: SchemaObject, maxBytes: number): LargestBody[] {
    const members = this.#newContainers(schema, maxBytes).map(place => {
      const [before, after] = this.#around(schema, place)
      const item = JSON.stringify(this.#wrongItem(place.at(-1)?.schema ?? {}))
      return {
        form: `${place.map(({ name }) => name).join('.')} of ${item}`,
        json: `${before}${admittedList(item, maxBytes, before.length + after.length)}${after}`,
      }
    })
    const [first] = this.#containersOf(schema, 1)
    const [before, after] = this.#around(schema, first ?? [])
    return [
      { form: 'admitted numbers', json: admittedList('1', maxBytes) },
      { form: 'admitted objects', json: admittedList('{}', maxBytes) },
      { form: 'admitted names', json: objectOf(maxBytes, jsonBudget.maxNames - 1) },
      {
        form: 'admitted depth',
        json: `${before}${nested('[', ']', jsonBudget.maxDepth - maxLevels)}${after}`,
      },
      ...members,
    ]
  }

  /** The members to fill, except members with a schema already used in a body of this size. */
  #newContainers(schema: SchemaObject, maxBytes: number): Member[][] {
    return this.#containersOf(schema, maxLevels).filter(place => {
      const key = `${maxBytes} ${JSON.stringify(place.at(-1)?.schema)}`
      const isNew = !this.#filled.has(key)
      this.#filled.add(key)
      return isNew
    })
  }

  /** The members of an object, and of nested objects, that accept a list, an object or anything. */
  #containersOf(schema: SchemaObject, levels: number): Member[][] {
    return this.#branchesOf(schema).flatMap(({ properties }) =>
      Object.entries(isObject(properties) ? properties : {}).flatMap(([name, member]): Member[][] => {
        if (!isObject(member)) return []
        const takes = this.#branchesOf(member).some(
          ({ type }) => type === undefined || type === 'array' || type === 'object',
        )
        if (!takes) return []
        const own: Member = { name, schema: member }
        const inner = levels > 1 ? this.#containersOf(member, levels - 1) : []
        return [[own], ...inner.map(place => [own, ...place])]
      }),
    )
  }

  /** A body with the required members besides the one at this place, before and after its value. */
  #around(schema: SchemaObject, [member, ...inner]: readonly Member[]): [before: string, after: string] {
    if (member === undefined) return ['', '']
    const object = this.#branchesOf(schema).find(({ type }) => type === 'object') ?? {}
    const sample = this.#samples.of(object, false)
    const { [member.name]: _replaced, ...others } = isObject(sample) ? sample : {}
    const text = JSON.stringify(others).slice(0, -1)
    const [before, after] = this.#around(member.schema, inner)
    return [`${text}${text === '{' ? '' : ','}${JSON.stringify(member.name)}:${before}`, `${after}}`]
  }

  /** An item of a list with all members, of which the last is wrong. */
  #wrongItem(member: SchemaObject): unknown {
    const list = this.#branchesOf(member).find(({ type }) => type === 'array')
    const sample = list !== undefined && isObject(list.items) ? this.#samples.of(list.items, true) : {}
    return isObject(sample) ? { ...sample, [Object.keys(sample).at(-1) ?? 'x']: [{}] } : [sample]
  }

  #branchesOf(schema: SchemaObject): SchemaObject[] {
    if (typeof schema.$ref === 'string') {
      const named = this.#document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
      return named === undefined ? [] : this.#branchesOf(named)
    }
    const branches = schema.anyOf ?? schema.oneOf
    return Array.isArray(branches)
      ? branches.filter(isObject).flatMap(one => this.#branchesOf(one))
      : [schema]
  }
}

function admittedList(item: string, maxBytes: number, takenBytes = 0): string {
  const values = item.split(/[,{[]/).length
  return listOf(item, maxBytes - takenBytes, Math.floor((0.95 * maxValuesOf(maxBytes)) / values))
}

function listOf(item: string, maxBytes: number, maxItems = Number.POSITIVE_INFINITY): string {
  const count = Math.min(maxItems, Math.floor((maxBytes - 2) / (item.length + 1)))
  return `[${`${item},`.repeat(count - 1)}${item}]`
}

/** With `isFull` the last name is repeated to the end. */
function objectOf(maxBytes: number, maxNames: number, isFull = false): string {
  const member = (index: number) => `"k${String(index).padStart(7, '0')}":1`
  const room = Math.floor((maxBytes - 2) / (member(0).length + 1))
  const count = Math.min(maxNames, room)
  const rest = isFull ? `,${member(count)}`.repeat(room - count) : ''
  return `{${Array.from({ length: count }, (_, index) => member(index)).join()}${rest}}`
}

function nested(open: string, close: string, depth: number, inner = ''): string {
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`
}
