/** One page of a list of the API. */
export interface ListPage<T> {
  objects: T[]
  item_count: number
  page_count: number
  page_number: number
}
