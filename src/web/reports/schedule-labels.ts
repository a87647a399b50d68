import { ReportSchedule } from '../../schema/reports/report.ts'

type Member = keyof typeof ReportSchedule.properties

/** The title of a member in the schema. */
export function labelOf(member: Member): string {
  return textOf(member, 'title') ?? member
}

/** The description of a member in the schema. */
export function hintOf(member: Member): string | undefined {
  return textOf(member, 'description')
}

function textOf(member: Member, name: 'title' | 'description'): string | undefined {
  const text: unknown = Reflect.get(ReportSchedule.properties[member], name)
  return typeof text === 'string' ? text : undefined
}
