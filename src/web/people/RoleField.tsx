import { useState } from 'react'
import type { Permission } from '../../schema/people/group.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { permissionOrder } from './access-text.ts'
import { CheckList } from './CheckList.tsx'
import { roleNames, roleOf, roles } from './roles.ts'

const { groupForm: texts, abilities } = peopleTexts

interface Props {
  chosen: readonly Permission[]
  onChange: (chosen: Permission[]) => void
}

/**
 * The permissions of a group: a role, which the user may adjust. The service knows no roles: a group has the
 * permissions that were chosen.
 */
export function RoleField({ chosen, onChange }: Props) {
  const role = roleOf(chosen)
  // If the permissions are not exactly a role's, the list of permissions is open from the start.
  const [isOpenAtFirst] = useState(role === undefined && chosen.length > 0)
  return (
    <div>
      <fieldset className="choice-cards thirds">
        <legend className="label">{texts.role}</legend>
        {roleNames.map(name => (
          <label key={name} className="choice-card">
            <input
              type="radio"
              name="role"
              checked={role === name}
              onChange={() => onChange([...roles[name]])}
            />
            <span>
              <strong>{texts.roles[name]}</strong>
              <span className="soft">{texts.roleMeanings[name]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <details className="form-more" open={isOpenAtFirst || undefined}>
        <summary>{texts.adjust}</summary>
        <CheckList
          legend={texts.permissions}
          options={permissionOrder.map(value => ({ value, text: abilities[value] }))}
          chosen={chosen}
          onChange={next => onChange(permissionOrder.filter(one => next.includes(one)))}
        />
      </details>
    </div>
  )
}
