import {
  parseTemplate,
  type TemplateReader,
  type TemplateText,
} from '../../metadata/dashboards/templates/template-text.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleWorkers } from '../rules/rule-workers.ts'

/**
 * Reads files of dashboard templates in the rule thread, since parsing YAML may take long. A text that takes
 * too much time or memory counts as unparseable.
 */
export function threadTemplateReader(workers: Pick<RuleWorkers, 'run'>): TemplateReader {
  const titles = async (templates: readonly TemplateText[]): Promise<readonly string[]> => {
    try {
      return await workers.run({ kind: 'titles', templates })
    } catch (error) {
      if (!isTooExpensive(error)) throw error
      if (templates.length === 1) return ['']
    }
    // Reads them one by one, so that an expensive template does not cost the others their titles.
    const titlesInOrder: string[] = []
    for (const template of templates) titlesInOrder.push(...(await titles([template])))
    return titlesInOrder
  }
  return {
    titles,
    async content(template) {
      // JSON of limited size is always parsed fast, so it does not need the thread.
      if (template.format === 'json') return parseTemplate(template)
      try {
        return (await workers.run({ kind: 'template', template })).content
      } catch (error) {
        if (isTooExpensive(error)) return undefined
        throw error
      }
    },
  }
}

/** For a job that takes too much time or memory, the rule thread throws validation. */
function isTooExpensive(error: unknown): boolean {
  return error instanceof Fault && error.code === 'validation'
}
