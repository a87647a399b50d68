import { type TSchema, Type } from 'typebox'
import { withPageJson } from '../../../metadata/lists/page-bytes.ts'
import { Fault } from '../../../schema/fault.ts'
import { jsonOf, withJson } from '../../../schema/text/json.ts'
import { parameterFault } from './validation.ts'

/** Maximum objects of a page. */
export const maxPageSize = 1_000

/** Query parameters of every list. */
export const pageQuery = {
  page: Type.Integer({ minimum: 1, default: 1, description: 'Page number in the paginated set' }),
  page_size: Type.Integer({
    minimum: 1,
    maximum: maxPageSize,
    default: 100,
    description: 'Results per page',
  }),
}

/** Query parameters of lists that can be sorted. */
export const listQuery = {
  ...pageQuery,
  ordering: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Fields, comma-separated; `-` before a field sorts in descending order',
    }),
  ),
}

/** Position of a page in its list. */
export const pageMembers = {
  item_count: Type.Integer(),
  page_count: Type.Integer(),
  page_number: Type.Integer(),
  page_size: Type.Integer(),
}

/** Schema of one page of a list. */
export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({ objects: Type.Array(item), ...pageMembers })
}

/** The query parameters that select a page (`pageQuery`). */
export interface PageRequest {
  page: number
  page_size: number
}

/** One page of a sorted list, as passed to repositories. */
export interface ListPage<Field extends string> {
  offset: number
  limit: number
  order: readonly SortKey<Field>[]
  /** Aborts when the client is gone. */
  signal: AbortSignal
}

/**
 * Answers one page of a list that can be sorted by these fields. Without `ordering` it is sorted by the first
 * field, descending unless `ascending`. Throws a 400 naming `ordering`, and invalid_page past the end.
 * `signal` aborts when the client is gone.
 */
export async function pagedList<Item, Field extends string>(
  query: PageRequest & { ordering?: string },
  fields: readonly [Field, ...Field[]],
  read: (page: ListPage<Field>) => Promise<{ objects: Item[]; itemCount: number }>,
  signal: AbortSignal,
  ascending = false,
) {
  const order = parseOrdering(query.ordering, fields) ?? [{ field: fields[0], descending: !ascending }]
  const { objects, itemCount } = await read({ ...offsetAndLimit(query), order, signal })
  return pageOf(objects, pagePosition(query, itemCount))
}

/** Answers one page of a list in memory. Throws as `pagedList`, and answer_too_large. */
export async function pageOfArray<Item extends object>(query: PageRequest, items: readonly Item[]) {
  const { offset, limit } = offsetAndLimit(query)
  const position = pagePosition(query, items.length)
  return pageOf(await withPageJson(items.slice(offset, offset + limit)), position)
}

/** A page whose JSON reuses the JSON of its objects. */
function pageOf<Item>(objects: Item[], position: ReturnType<typeof pagePosition>) {
  return withJson(
    { objects, ...position },
    () => `{"objects":[${objects.map(jsonOf).join(',')}],${JSON.stringify(position).slice(1)}`,
  )
}

export function offsetAndLimit({ page, page_size }: PageRequest): { offset: number; limit: number } {
  return { offset: (page - 1) * page_size, limit: page_size }
}

/** The position of a page in its list. Throws invalid_page past the end; an empty list has one empty page. */
export function pagePosition({ page, page_size }: PageRequest, itemCount: number) {
  const pageCount = Math.max(1, Math.ceil(itemCount / page_size))
  if (page > pageCount) throw new Fault('invalid_page')
  return { item_count: itemCount, page_count: pageCount, page_number: page, page_size }
}

interface SortKey<Field extends string> {
  field: Field
  descending: boolean
}

/**
 * Parses `ordering=a,-b`; undefined if absent. Throws a 400 for a field by which the list cannot be sorted.
 */
function parseOrdering<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
): readonly SortKey<Field>[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  return text.split(',').map(part => {
    const word = part.trim()
    const descending = word.startsWith('-')
    const field = fields.find(name => name === (descending ? word.slice(1) : word))
    if (field === undefined) {
      throw parameterFault({ ordering: `"${word}" is not one of ${fields.join(', ')}.` })
    }
    return { field, descending }
  })
}

/** A query parameter with ids of objects that a list is narrowed to. */
export function idList(description: string) {
  return Type.Array(Type.Integer(), {
    default: [],
    maxItems: 1_000,
    description: `${description}; ids, comma-separated`,
  })
}
