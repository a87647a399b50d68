import { printable } from '../../../charts/printable.ts'
import { rowTexts } from '../../texts/search/results.ts'
import { beginningIfLong } from '../values/beginning-if-long.ts'
import { useValueMenu } from '../values/value-menu.tsx'
import type { MessageNode, StructuredMessage } from './structured-message.ts'

/** Maximum UTF-16 units of a value that are shown. */
const maxUnits = 2_000

interface Props {
  message: StructuredMessage
  tags: Readonly<Record<string, string>>
}

/** A structured message as a tree of names and values. A value opens the value menu. */
export function MessageTree({ message, tags }: Props) {
  return (
    <div className="tree mono">
      {message.prefix !== '' && <p className="tree-prefix">{printable(message.prefix)}</p>}
      <Members nodes={message.nodes} path="" tags={tags} />
      {message.leftOut > 0 && <p className="faint">{rowTexts.moreFields(message.leftOut)}</p>}
    </div>
  )
}

/** The members of an object or list. `path`: the names that lead to it, joined by dots. */
function Members({
  nodes,
  path,
  tags,
}: {
  nodes: readonly MessageNode[]
  path: string
  tags: Props['tags']
}) {
  return (
    <ul>
      {nodes.map((node, index) => {
        const memberPath = path === '' ? node.name : `${path}.${node.name}`
        return (
          // Names may repeat in key=value pairs: the index is part of the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={`${index}/${node.name}`}>
            <span className="tree-name breaks faint">{printable(node.name)}</span>
            {node.members ? (
              <Members nodes={node.members} path={memberPath} tags={tags} />
            ) : (
              <Leaf node={node} path={memberPath} tags={tags} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A value of a message. Its menu filters by the tag with this value, or by message text if no tag has it. */
function Leaf({ node, path, tags }: { node: MessageNode; path: string; tags: Props['tags'] }) {
  const open = useValueMenu()
  const text = node.text ?? ''
  const tag = [path, node.name].find(name => Object.hasOwn(tags, name) && tags[name] === text)
  const beginning = beginningIfLong(text, maxUnits)
  const shown =
    text === '' ? '""' : `${printable(beginning ?? text)}${beginning === undefined ? '' : rowTexts.cut}`
  return (
    <button
      type="button"
      className={`value tree-${node.kind ?? 'text'}`}
      onClick={event => {
        event.stopPropagation()
        if (text !== '') open(tag ?? 'message', text, event.currentTarget)
      }}
    >
      {shown}
    </button>
  )
}
