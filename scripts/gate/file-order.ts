import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files with the first of these endings start first; the others in Vitest's order. TEST_FILE_ORDER, a seed,
 * gives another order. It keeps the files of a project together: when a file of another project follows,
 * their processes end, with all loaded modules.
 */
export function fileOrder(longFiles: readonly string[]) {
  const seed = process.env.TEST_FILE_ORDER
  const hash = (text: string) => createHash('sha1').update(`${seed}${text}`).digest('hex')
  const draw = ({ project, moduleId }: TestSpecification) => `${hash(project.name)} ${hash(moduleId)}`
  const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
  const rank = ({ moduleId }: TestSpecification) => {
    const place = longFiles.findIndex(name => moduleId.endsWith(name))
    return place < 0 ? longFiles.length : place
  }
  return class FileOrder extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return seed === undefined
        ? sorted.sort((a, b) => group(a) - group(b) || rank(a) - rank(b))
        : sorted.sort((a, b) => group(a) - group(b) || (draw(a) < draw(b) ? -1 : 1))
    }
  }
}
