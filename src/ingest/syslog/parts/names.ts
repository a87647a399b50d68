import { Interner } from './text.ts'

/** Interns hosts, programs, process ids and mnemonics. */
export const names = new Interner()
