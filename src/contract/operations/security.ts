// Who may ask at all, and what is never shown, as operations.
import { ban, banEntry, bansChange, bansResponse, banToLift } from '../bans.ts'
import { allowListChange, allowListQuestion, allowListResponse } from '../hotlist-watch.ts'
import { fields, named, type Operation } from '../operation.ts'
import { head } from './hotlist-examples.ts'

const questionFields = fields('AllowListQuestion', allowListQuestion, 'What is asked about the list.', {
  ip: 'Would this address pass?',
})
const changeFields = fields('AllowListChange', allowListChange, 'What is added or removed; in a query, or in a body.', {
  ip: 'IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`.',
  ips: 'The same; for who has several.',
})
const bansFields = fields('BansChange', bansChange, 'What is banned, and what is not any more; one of them at least.', {
  add: 'Bans to add.',
  remove: 'Bans to lift. Those of the file of bans cannot be lifted here.',
})

const kind = 'What is banned: a share, a word of titles, a channel, or a host.'

/** What the description knows by name of these. */
export const securityNames = [
  changeFields,
  bansFields,
  fields('BanEntry', banEntry, 'A ban to add.', { kind, value: 'Which one.', note: 'For whoever runs the service.' }),
  fields('BanToLift', banToLift, 'A ban to lift.', { kind, value: 'Which one.' }),
  named('AllowListAnswer', allowListResponse, 'The allow list, and what was asked about it.', {
    enabled: 'Does it hold anybody back? An empty list lets in everybody.',
    whitelist: 'Addresses and blocks, in the order in which they were added.',
    ip: 'The address that was asked about.',
    allowed: 'Would it pass?',
  }),
  named('BansAnswer', bansResponse, 'All bans; and after a change those that it added and lifted.'),
  named('Ban', ban, 'Something that is never shown.', {
    kind,
    since: 'When it was added, in epoch milliseconds.',
    from: 'From the file of bans, or added here.',
  }),
]

const allowList = { ...head, enabled: true, whitelist: ['127.0.0.1', '10.0.0.0/8'], count: 2 }
const badBlock = {
  message: 'ip: "10.0.0.0/40" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8',
  details: { parameter: 'ip' },
}
const noBlock = {
  message: 'ip: is missing: must be an IPv4 or IPv6 address or a block like 10.0.0.0/8; several in ips',
  details: { parameter: 'ip' },
}
const noAction = {
  message:
    'action: is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them',
  details: { parameter: 'action' },
}
const path = '/api/v1/security/ip-whitelist'
const banned = {
  kind: 'word',
  value: '预告',
  note: 'no trailers',
  since: 1795161600000,
  from: 'api',
} as const

/** The allow list. */
const allowListOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    id: 'allowList',
    tag: 'administration',
    summary: 'The addresses that may ask',
    access: 'reader',
    query: questionFields,
    answers: [{ status: 200, meaning: 'The list.', schema: allowListResponse }],
    errors: { 400: [{ message: 'ip: must be an IPv4 or IPv6 address', details: { parameter: 'ip' } }, noAction] },
    examples: [
      { name: 'list', summary: 'The list', answer: allowList },
      {
        name: 'question',
        summary: 'Would an address pass?',
        query: { ip: '192.0.2.1' },
        answer: { ...allowList, ip: '192.0.2.1', allowed: false },
      },
    ],
  },
  {
    method: 'post',
    path,
    id: 'allow',
    tag: 'administration',
    summary: 'Let in addresses',
    description:
      'From then on only the addresses on the list may ask, but for `/livez`. Name your own first; an administrator gets here in any case.',
    access: 'administrator',
    query: changeFields,
    body: changeFields,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The list as it is now.', schema: allowListResponse }],
    errors: { 400: [noBlock, badBlock] },
    examples: [
      { name: 'one', summary: 'In the query', query: { ip: ['127.0.0.1'] }, answer: allowList },
      { name: 'several', summary: 'In the body', body: { ips: ['127.0.0.1', '10.0.0.0/8'] }, answer: allowList },
    ],
  },
  {
    method: 'delete',
    path,
    id: 'disallow',
    tag: 'administration',
    summary: 'Take addresses off the list',
    description: 'An empty list lets in everybody.',
    access: 'administrator',
    query: changeFields,
    body: changeFields,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The list as it is now.', schema: allowListResponse }],
    errors: { 400: [noBlock, badBlock], 404: [{ message: 'allow list: 10.0.0.0/8 is not on it' }] },
    examples: [
      {
        name: 'last',
        summary: 'The last ones',
        query: { ip: ['127.0.0.1', '10.0.0.0/8'] },
        answer: { ...head, enabled: false, whitelist: [], count: 0 },
      },
    ],
  },
]

/** The allow list, and bans. */
export const securityOperations: readonly Operation[] = [
  ...allowListOperations,
  {
    method: 'get',
    path: '/api/v1/security/bans',
    id: 'bans',
    tag: 'administration',
    summary: 'What is never shown',
    access: 'reader',
    answers: [{ status: 200, meaning: 'All bans.', schema: bansResponse }],
    examples: [{ name: 'bans', summary: 'One word', answer: { ...head, bans: [banned], total: 1 } }],
  },
  {
    method: 'post',
    path: '/api/v1/security/bans',
    id: 'changeBans',
    tag: 'administration',
    summary: 'Ban, and lift bans',
    access: 'administrator',
    body: bansFields,
    answers: [{ status: 200, meaning: 'All bans as they are now.', schema: bansResponse }],
    errors: {
      400: [
        {
          message: 'add.0.kind: must be one of share, word, channel, host',
          details: { parameter: 'add.0.kind' },
        },
      ],
      404: [{ message: 'bans: there is no ban of the word 预告' }],
      409: [{ message: 'bans: the ban of the word 预告 stands in the file of bans, and has to be lifted there' }],
    },
    examples: [
      {
        name: 'add',
        summary: 'Ban a word',
        body: { add: [{ kind: 'word', value: '预告', note: 'no trailers' }] },
        answer: { ...head, bans: [banned], total: 1, added: [banned], removed: [] },
      },
      {
        name: 'lift',
        summary: 'Lift it',
        body: { remove: [{ kind: 'word', value: '预告' }] },
        answer: { ...head, bans: [], total: 0, added: [], removed: [banned] },
      },
    ],
  },
]
