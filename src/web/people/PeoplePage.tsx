import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { Segments } from '../components/lists/Segments.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { useAddress } from '../state/use-address.ts'
import { pageNames } from '../texts/pages.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { GroupList } from './GroupList.tsx'
import { peopleAddress, peoplePage } from './people-address.ts'
import { UserList } from './UserList.tsx'
import '../styles/people.css'

const views = ['users', 'groups'] as const

/** Users, and the groups that define their permissions and hosts. */
export function PeoplePage() {
  const [{ view, page }] = useAddress(peoplePage)
  const [isCreating, setIsCreating] = useState(false)
  const openNew = () => setIsCreating(true)
  useKeys({ n: openNew })
  usePageTitle(peopleTexts[view])
  const texts = view === 'users' ? peopleTexts.userList : peopleTexts.groupList
  const listProps = { isCreating, onNew: openNew, onDialogClose: () => setIsCreating(false) }
  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.people}</h1>
        <Segments
          label={peopleTexts.views}
          views={views}
          current={view}
          addressOf={view => peopleAddress({ view })}
          textOf={view => peopleTexts[view]}
        />
        <span className="grow" />
        <Button className="primary" onClick={openNew} title={texts.newTitle}>
          <Icon name="plus" size={14} /> {texts.new}
        </Button>
      </header>
      {view === 'users' ? <UserList page={page} {...listProps} /> : <GroupList {...listProps} />}
    </main>
  )
}
