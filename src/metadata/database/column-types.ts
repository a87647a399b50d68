/** Microseconds since the epoch, integer. */
export type Moment = number
/** 0 or 1: SQLite has no boolean. */
export type Flag = 0 | 1
/** JSON as text, so that members keep their order in every database. */
export type Json = string
