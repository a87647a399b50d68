import {
  parseTemplate,
  type TemplateReader,
  type TemplateText,
} from '../../metadata/dashboards/templates/template-text.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleWorkers } from '../rules/rule-workers.ts'

/** Reads templates in the rule thread. A text that takes too long counts as unparseable. */
export function threadTemplateReader(workers: Pick<RuleWorkers, 'run'>): TemplateReader {
  const titles = async (templates: readonly TemplateText[]): Promise<readonly string[]> => {
    try {
      return await workers.run({ kind: 'titles', templates })
    } catch (error) {
      if (!isTimeout(error)) throw error
      if (templates.length === 1) return ['']
    }
    // Only one of them is slow; the others keep their titles.
    const one: string[] = []
    for (const template of templates) one.push(...(await titles([template])))
    return one
  }
  return {
    titles,
    async content(template) {
      // Fast for every text within the size limit.
      if (template.format === 'json') return parseTemplate(template)
      try {
        return (await workers.run({ kind: 'template', template })).content
      } catch (error) {
        if (isTimeout(error)) return undefined
        throw error
      }
    },
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Fault && error.code === 'validation'
}
