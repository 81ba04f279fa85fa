import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

import {
  requestFaults,
  smtpFaults,
  webhookFaults,
  type FaultRule,
  type FaultSwitches,
} from './fault-rules.ts'
import { faultsPageStyles } from './faults-page-styles.ts'

const calls = [
  ['POST /v1/checkout/sessions', 'Begin a checkout'],
  ['GET /v1/checkout/sessions/*', 'Retrieve a checkout session'],
  ['POST /v1/checkout/sessions/*/expire', 'End a checkout'],
  ['POST /v1/payment_intents', 'Charge a card'],
  ['POST /v1/payment_intents/*', 'Confirm, capture or cancel'],
  ['POST /v1/refunds', 'Refund'],
  ['POST /v1/customers*', 'Make or change a customer'],
  ['* /v1/*', 'Everything'],
] as const

const meanings: Record<string, string> = {
  delay: 'Wait, then do it',
  'delay-after': 'Do it, then wait',
  'error-before': 'Respond 500, nothing done',
  'error-after': 'Do it, then respond 500',
  'drop-before': 'Hang up, nothing done',
  'drop-after': 'Do it, then hang up',
  'rate-limit': 'Respond 429',
  deliver: 'Deliver as usual',
  withhold: 'Withhold',
  double: 'Send twice',
  reorder: 'Swap each two',
  late: 'Send late',
  stale: 'Sign with an old time first',
  forged: 'Sign wrongly first',
  'refuse-connection': 'Refuse the connection',
  reject: 'Refuse the mail for good',
  'reject-temporarily': 'Refuse the mail for now',
  'refuse-recipient': 'Refuse the recipient',
  'drop-after-data': 'Take the mail, then hang up',
}

const options = (names: readonly string[]) =>
  names.map((name) => html`<option value="${name}">${meanings[name] ?? name}</option>`)

const number = (id: string, name: string, label: string, value: string, placeholder = '') =>
  html`<div class="field">
    <label for="${id}">${label}</label
    ><input
      id="${id}"
      name="${name}"
      type="number"
      min="0"
      value="${value}"
      placeholder="${placeholder}"
    />
  </div>`

/** The fault injection page: one form per kind of fault. */
export function faultsPage(switches: FaultSwitches, message: string | null): Html {
  const { rules, withheld, recent } = {
    rules: switches.faults.all,
    withheld: switches.withheld(),
    recent: switches.recent(),
  }
  return page({
    title: 'Fault switchboard',
    styles: faultsPageStyles,
    body: html`<main>
      <header>
        <h1>Fault switchboard</h1>
        <p class="quiet">
          Makes the payment provider and the mail server of this demo fail in the ways real ones do.
        </p>
      </header>
      ${message ? html`<p class="notice right" role="status">${message}</p>` : ''}
      <section aria-labelledby="on">
        <h2 id="on">Switched on</h2>
        ${
          rules.length === 0
            ? html`<p class="quiet">Nothing: all servers work as they should.</p>`
            : html`<ul class="on">
                  ${rules.map(ruleRow)}
                </ul>
                <form method="post" action="/_faults/reset">
                  <button class="button">Switch all off</button>
                </form>`
        }
      </section>
      <div class="forms">
        <section aria-labelledby="api">
          <h2 id="api">Payment calls</h2>
          <form method="post" action="/_faults">
            <div class="field">
              <label for="match">Which call</label
              ><select id="match" name="match">
                ${calls.map(([match, name]) => html`<option value="${match}">${name}</option>`)}
              </select>
            </div>
            <div class="field">
              <label for="fault">What happens</label
              ><select id="fault" name="fault">
                ${options(requestFaults)}
              </select>
            </div>
            <div class="row">
              ${number('api-times', 'times', 'How often', '1')}${number('api-ms', 'ms', 'Wait (ms)', '3000')}
            </div>
            <button class="button main">Switch on</button>
          </form>
        </section>
        <section aria-labelledby="hooks">
          <h2 id="hooks">Webhooks</h2>
          <form method="post" action="/_faults">
            <div class="field">
              <label for="webhooks">What happens</label
              ><select id="webhooks" name="webhooks">
                ${options(webhookFaults)}
              </select>
            </div>
            <div class="field">
              <label for="types">Only these events (empty: all)</label
              ><input id="types" name="types" placeholder="checkout.session.completed" />
            </div>
            <div class="row">
              ${number('hook-times', 'times', 'How often', '', 'always')}${number('hook-ms', 'ms', 'Late by (ms)', '5000')}
            </div>
            <button class="button main">Switch on</button>
          </form>
        </section>
        <section aria-labelledby="smtp-title">
          <h2 id="smtp-title">Mail server</h2>
          <form method="post" action="/_faults">
            <div class="field">
              <label for="smtp">What happens</label
              ><select id="smtp" name="smtp">
                ${options(smtpFaults)}
              </select>
            </div>
            <div class="field">
              <label for="recipient">Only for (empty: everyone)</label
              ><input id="recipient" name="recipient" type="email" />
            </div>
            <div class="row">
              ${number('smtp-times', 'times', 'How often', '1', 'always')}${number('smtp-ms', 'ms', 'Wait (ms)', '3000')}
            </div>
            <button class="button main">Switch on</button>
          </form>
        </section>
      </div>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        ${
          withheld.length > 0
            ? html`<form method="post" action="/_faults/webhooks/release" class="withheld">
                <p>${withheld.length} withheld</p>
                <button class="button main">Let them go</button>
              </form>`
            : ''
        }
        ${
          recent.length === 0
            ? html`<p class="quiet">Nothing has happened yet.</p>`
            : html`<ol class="events">
                ${recent.map(
                  ({ id, type, pending }) =>
                    html`<li>
                      <div>
                        <p>${type}</p>
                        <p class="quiet">${id}${pending > 0 ? ' · not delivered' : ''}</p>
                      </div>
                      <form method="post" action="/_faults/webhooks/resend">
                        <input type="hidden" name="id" value="${id}" />
                        <button class="button">
                          Send again<span class="hidden-visually">: ${type}</span>
                        </button>
                      </form>
                    </li>`,
                )}
              </ol>`
        }
      </section>
    </main>`,
  })
}

function ruleRow(rule: FaultRule): Html {
  const what =
    'fault' in rule
      ? `${rule.match}: ${meanings[rule.fault]}`
      : 'webhooks' in rule
        ? `Webhooks: ${meanings[rule.webhooks]}${rule.types ? ` (${rule.types.join(', ')})` : ''}`
        : `Mail: ${meanings[rule.smtp] ?? rule.smtp}${rule.recipient ? ` (${rule.recipient})` : ''}`
  return html`<li>
    <span
      >${what}
      <span class="quiet"
        >${rule.times === null ? 'until switched off' : `${rule.times} more`}</span
      ></span
    >
    <form method="post" action="/_faults/remove">
      <input type="hidden" name="id" value="${rule.id}" />
      <button class="button">Switch off<span class="hidden-visually">: ${what}</span></button>
    </form>
  </li>`
}
