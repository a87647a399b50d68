import { parameterFault } from '../http/validation/validation.ts'

const maxAssignees = 1_000

/** Parses `assigned_to=1,me`: user ids, or `me` for the caller. Throws a 400 naming the parameter. */
export function parseAssignees(text: string | undefined, callerId: number): number[] {
  if (text === undefined || text.trim() === '') return []
  const words = text.split(',')
  if (words.length > maxAssignees) {
    throw parameterFault({ assigned_to: `Ensure this field has no more than ${maxAssignees} elements.` })
  }
  return words.map(word => {
    const name = word.trim()
    if (name === 'me') return callerId
    if (!/^\d{1,15}$/.test(name)) {
      throw parameterFault({ assigned_to: `"${name.slice(0, 100)}" is neither the id of a user nor "me".` })
    }
    return Number(name)
  })
}
