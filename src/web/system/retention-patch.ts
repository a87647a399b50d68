import type { Retention, RetentionPatch } from '../../schema/retention.ts'

const gigabyte = 1e9

/** What the fields of the form have: numbers as text, '' for no limit of the size. */
export interface RetentionFields {
  days: string
  gigabytes: string
  /** `debug=7, audit=400`. */
  classes: string
}

export function fieldsOf({
  days,
  bytes,
  classes,
}: Pick<Retention, 'days' | 'bytes' | 'classes'>): RetentionFields {
  return {
    days: String(days),
    gigabytes: bytes === 0 ? '' : String(Number((bytes / gigabyte).toFixed(3))),
    classes: classesText(classes),
  }
}

export function classesText(classes: Retention['classes']): string {
  return Object.entries(classes)
    .map(([name, days]) => `${name}=${days}`)
    .join(', ')
}

/** What is no number is refused by the service, which names the class. */
function readClasses(text: string): Record<string, number> {
  const items = text.split(/[\s,]+/).filter(item => item !== '')
  return Object.fromEntries(
    items.map(item => item.split('=')).map(([name = '', days = '']) => [name, Number(days || Number.NaN)]),
  )
}

/** What the form changes. What it leaves alone goes on following the settings of the service, where it does. */
export function retentionPatch(
  before: Pick<Retention, 'days' | 'bytes' | 'classes'>,
  { days, gigabytes, classes }: RetentionFields,
): RetentionPatch {
  const shown = fieldsOf(before)
  return {
    ...(days !== shown.days && { days: Number(days) }),
    ...(gigabytes !== shown.gigabytes && { bytes: Math.round(Number(gigabytes) * gigabyte) }),
    ...(classes !== shown.classes && { classes: readClasses(classes.replace(/\s*=\s*/g, '=')) }),
  }
}
