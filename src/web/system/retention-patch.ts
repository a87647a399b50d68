import type { Retention, RetentionPatch } from '../../schema/store/retention.ts'

const gigabyte = 1e9

/** The fields of the form of the retention, as typed. An empty size means no limit. */
export interface RetentionFields {
  days: string
  gigabytes: string
  /** `debug=7, audit=400`. */
  classes: string
}

/** The fields of the form for a retention. */
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

/** Retention classes with their days, such as `debug=7, audit=400`. */
export function classesText(classes: Retention['classes']): string {
  return Object.entries(classes)
    .map(([name, days]) => `${name}=${days}`)
    .join(', ')
}

/**
 * Reads `debug=7, audit = 400`. Days that are missing or not a number become NaN, which the service refuses.
 */
function readClasses(text: string): Record<string, number> {
  const classes = new Map<string, number>()
  for (const item of text.replace(/\s*=\s*/g, '=').split(/[\s,]+/)) {
    const [name = '', days = ''] = item.split('=')
    if (item !== '') classes.set(name, days === '' ? Number.NaN : Number(days))
  }
  return Object.fromEntries(classes)
}

/**
 * The values changed in the form. Other values are left out: the service would store them, and they would no
 * longer follow its environment variables.
 */
export function retentionPatch(
  before: Pick<Retention, 'days' | 'bytes' | 'classes'>,
  { days, gigabytes, classes }: RetentionFields,
): RetentionPatch {
  const fieldsBefore = fieldsOf(before)
  return {
    ...(days !== fieldsBefore.days && { days: Number(days) }),
    ...(gigabytes !== fieldsBefore.gigabytes && { bytes: Math.round(Number(gigabytes) * gigabyte) }),
    ...(classes !== fieldsBefore.classes && { classes: readClasses(classes) }),
  }
}
