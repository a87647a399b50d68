const maxNameLength = 31

/**
 * Makes sheet names that Excel accepts: at most 31 UTF-16 units, without []:*?/\ and control characters, no
 * apostrophe at either end, not "History", unique in the workbook without regard to case.
 */
export function sheetNames(): (wanted: string) => string {
  // Reserved by Excel.
  const taken = new Set(['history'])
  return wanted => {
    const base = legal(wanted) || 'Sheet'
    let name = shortened(base, maxNameLength)
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) {
      const suffix = ` (${copy})`
      name = shortened(base, maxNameLength - suffix.length) + suffix
    }
    taken.add(name.toLowerCase())
    return name
  }
}

function legal(wanted: string): string {
  return trimmed(
    wanted
      .toWellFormed()
      .replace(/[[\]:*?/\\]/g, '-')
      // Some parts of a workbook interpret it as an escaped character, others do not.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '-')
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd-\uffff]/gu, ' ')
      .replace(/\s+/g, ' '),
  )
}

function shortened(name: string, length: number): string {
  if (name.length <= length) return name
  const start = name.slice(0, length - 1)
  return `${trimmed(start.isWellFormed() ? start : start.slice(0, -1))}…`
}

function trimmed(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '')
}
