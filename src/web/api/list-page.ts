/** A page of a list, as the service answers it. */
export interface ListPage<T> {
  objects: T[]
  item_count: number
  page_count: number
  page_number: number
}
