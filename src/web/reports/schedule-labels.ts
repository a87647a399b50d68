import { ReportSchedule } from '../../schema/report.ts'

type Member = keyof typeof ReportSchedule.properties

/** What a member of a schedule is called, by its declaration. */
export function labelOf(member: Member): string {
  return textOf(member, 'title') ?? member
}

/** What its declaration says beside. */
export function hintOf(member: Member): string | undefined {
  return textOf(member, 'description')
}

function textOf(member: Member, name: 'title' | 'description'): string | undefined {
  const text: unknown = Reflect.get(ReportSchedule.properties[member], name)
  return typeof text === 'string' ? text : undefined
}
