import type { ParseContext } from '../syslog/context.ts'

/** How all lines of a listener are read. */
export type Reading = Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>>
