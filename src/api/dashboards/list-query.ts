import { Type } from 'typebox'
import { compileRegex, regexFault } from '../../filter/regex/regex.ts'
import { regexSteps } from '../../filter/regex/regex-steps.ts'
import { StepBudget, StepsExceededError } from '../../filter/regex/step-budget.ts'
import type { DashboardListOptions } from '../../metadata/dashboards/lists.ts'
import type { DashboardOrderField } from '../../schema/dashboards/widget.ts'
import type { ListPage } from '../http/validation/lists.ts'
import { parameterFault } from '../http/validation/validation.ts'

/** Query parameter `export` of objects and lists. */
export const exportFlag = Type.Boolean({
  default: false,
  description: 'Exportable fields only: the form that is imported',
})

/** Query parameters of the lists of dashboards and of widgets. */
export const dashboardListQuery = {
  title: Type.Optional(Type.String({ maxLength: 500, description: 'Exact match, ignoring case' })),
  public: Type.Boolean({
    default: false,
    description: 'Public dashboards of other users instead of the caller’s own',
  }),
  show_all: Type.Boolean({
    default: false,
    description: 'Dashboards of all users; ignored without the permission to manage them',
  }),
  export: exportFlag,
}

/** Query parameter `title__iregex` of lists: see `compileTitlePattern`. */
export const titlePattern = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'Regular expression (RE2) that matches anywhere in the title, ignoring case',
  }),
)

interface DashboardListRequest {
  title?: string
  title__iregex?: string
  public: boolean
  show_all: boolean
  owner?: readonly number[]
}

/** The options of a list from its query parameters. Throws a 400 naming the parameter. */
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

/** Maximum steps of a title pattern: the steps of the longest pattern without repetitions. */
const maxTitleSteps = 200
/**
 * Maximum steps for matching a pattern against all titles of a list: a fraction of a second. The list yields
 * to other work in between. Plain words take some ten steps per title.
 */
const maxListSteps = 5_000_000

/** A test for the titles of one list. This function and the test throw a 400 naming the parameter. */
export function compileTitlePattern(pattern: string): (title: string) => boolean {
  // Each step may run for each character of each title. Checked before compiling, whose time is also
  // proportional to the steps.
  if (regexSteps(pattern) > maxTitleSteps) {
    throw parameterFault({
      title__iregex: `Expected a regular expression of at most ${maxTitleSteps} steps with its repetitions written out.`,
    })
  }
  const budget = new StepBudget({ program: maxTitleSteps, run: maxListSteps })
  const fault = regexFault(pattern, true, budget)
  if (fault !== undefined) {
    throw parameterFault({ title__iregex: `Expected a regular expression in RE2 syntax: ${fault}` })
  }
  const regex = compileRegex(pattern, true, budget)
  return title => {
    try {
      return regex.test(title)
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      throw parameterFault({
        title__iregex: `Expected a regular expression that takes at most ${maxListSteps} steps on all titles: try one with fewer repetitions.`,
      })
    }
  }
}
