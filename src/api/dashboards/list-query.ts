import { Type } from 'typebox'
import { compileRegex, regexFault } from '../../filter/regex.ts'
import { regexSteps } from '../../filter/regex-steps.ts'
import type { DashboardListOptions } from '../../metadata/dashboards/lists.ts'
import type { DashboardOrderField } from '../../schema/widget.ts'
import type { ListPage } from '../http/lists.ts'
import { parameterFault } from '../http/validation.ts'

export const exportFlag = Type.Boolean({
  default: false,
  description: 'Exportable fields only: the form that is imported',
})

/** Query parameters of the lists of dashboards and of widgets. */
export const dashboardListQuery = {
  title: Type.Optional(Type.String({ maxLength: 500, description: 'Equal, ignoring case' })),
  public: Type.Boolean({ default: false, description: 'Public ones of others, instead of one’s own' }),
  show_all: Type.Boolean({
    default: false,
    description: 'Those of everybody; ignored without the permission to manage them',
  }),
  export: exportFlag,
}

export const titlePattern = Type.Optional(
  Type.String({ maxLength: 200, description: 'Regular expression (RE2), found anywhere, ignoring case' }),
)

interface DashboardListRequest {
  title?: string
  title__iregex?: string
  public: boolean
  show_all: boolean
  owner?: readonly number[]
}

/** Throws a 400 naming the parameter. */
export function parseListQuery(
  page: ListPage<DashboardOrderField>,
  { title, title__iregex, public: isPublic, show_all, owner }: DashboardListRequest,
): DashboardListOptions {
  return {
    ...page,
    isPublic,
    showAll: show_all,
    ...(owner !== undefined && { owners: owner }),
    ...(title !== undefined && { title }),
    ...(title__iregex !== undefined && { titleMatches: compileTitlePattern(title__iregex) }),
  }
}

/** As many as the longest pattern has without repetitions. */
const maxTitleSteps = 200

/** A test of titles. Throws a 400 naming the parameter. */
export function compileTitlePattern(pattern: string): (title: string) => boolean {
  // Each step may be one of matching each character of each title. Checked first: compiling takes time proportional to them, too.
  if (regexSteps(pattern) > maxTitleSteps) {
    throw parameterFault({
      title__iregex: `Expected a regular expression of at most ${maxTitleSteps} steps with its repetitions written out.`,
    })
  }
  const fault = regexFault(pattern, true)
  if (fault !== undefined) {
    throw parameterFault({ title__iregex: `Expected a regular expression in RE2 syntax: ${fault}` })
  }
  const regex = compileRegex(pattern, true)
  return title => regex.matcher(title).find()
}
