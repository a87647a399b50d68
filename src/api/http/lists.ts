import { type TSchema, Type } from 'typebox'
import { Fault } from '../../schema/fault.ts'
import { parameterFault } from './validation.ts'

/** Query parameters of every list. */
export const pageQuery = {
  page: Type.Integer({ minimum: 1, default: 1, description: 'Page number in the paginated set' }),
  page_size: Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Results per page' }),
}

/** Also of lists that can be ordered. */
export const listQuery = {
  ...pageQuery,
  ordering: Type.Optional(
    Type.String({ maxLength: 200, description: 'Fields, comma-separated; - descends' }),
  ),
}

/** Where a page stands in its list. */
export const pageMembers = {
  item_count: Type.Integer(),
  page_count: Type.Integer(),
  page_number: Type.Integer(),
  page_size: Type.Integer(),
}

/** The shape of a page of a list. */
export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({ objects: Type.Array(item), ...pageMembers })
}

/** A part of a list, as asked for. */
export interface PageRequest {
  page: number
  page_size: number
}

/** First item and number of items of a page. */
export function offsetAndLimit({ page, page_size }: PageRequest): { offset: number; limit: number } {
  return { offset: (page - 1) * page_size, limit: page_size }
}

/** The members that tell where a page stands. Throws invalid_page past the end; an empty list has one empty page. */
export function pagePosition({ page, page_size }: PageRequest, itemCount: number) {
  const pageCount = Math.max(1, Math.ceil(itemCount / page_size))
  if (page > pageCount) throw new Fault('invalid_page')
  return { item_count: itemCount, page_count: pageCount, page_number: page, page_size }
}

/** The envelope of a page that was read with `offsetAndLimit`. */
export function pageAnswer<Item>(request: PageRequest, itemCount: number, objects: Item[]) {
  return { objects, ...pagePosition(request, itemCount) }
}

export interface SortKey<Field extends string> {
  field: Field
  descending: boolean
}

/** Reads `ordering=a,-b`. Throws a 400 naming the parameter for a field that the list cannot be ordered by. */
export function parseOrdering<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
  fallback: readonly SortKey<Field>[],
): readonly SortKey<Field>[] {
  if (text === undefined || text.trim() === '') return fallback
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
