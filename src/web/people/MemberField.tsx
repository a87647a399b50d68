import { useState } from 'react'
import type { User } from '../../schema/people/user.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { CheckList } from './CheckList.tsx'

const { groupForm: texts } = peopleTexts
/** With this many users there is a box to find users. */
const manyUsers = 8

interface Props {
  users: readonly User[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Members of a group: all users, or the users whose name matches. */
export function MemberField({ users, chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const searchText = text.trim().toLowerCase()
  const shownUsers = users.filter(({ username, fullname }) =>
    `${username} ${fullname}`.toLowerCase().includes(searchText),
  )
  return (
    <div>
      {users.length > manyUsers && (
        <input
          type="search"
          className="field"
          aria-label={texts.findMember}
          placeholder={texts.findMember}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      <CheckList
        legend={texts.members}
        className="short"
        options={shownUsers.map(user => ({
          value: user.id,
          text: user.fullname,
          ...(user.fullname !== user.username && { note: user.username }),
        }))}
        chosen={chosen}
        onChange={onChange}
      />
      {users.length > 0 && shownUsers.length === 0 && <p className="faint">{texts.noMatch}</p>}
    </div>
  )
}
