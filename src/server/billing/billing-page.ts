/**
 * The page that `purchase_url` opens: the plan, the usage of the month, the last 31 days, credits and how to buy more.
 */
import { creditPack, noQuota } from '#contract/plans';
import type { UsageReport } from '#contract/usage';
import { compile } from '#twig';
import { pageFrame as frame } from '../http/html-page.ts';

export interface BillingFacts {
  readonly team: string;
  readonly usage: UsageReport;
  /** URL of the operator's shop, if there is one. */
  readonly shop: string | undefined;
  readonly now: Date;
}

export function billingPage({ team, usage, shop, now }: BillingFacts): string {
  return page.render(
    {
      team,
      usage,
      shop,
      pack: creditPack,
      hasQuota: usage.quota_limit !== noQuota,
      bars: drawBars(usage.daily_usage),
      resetsOn: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    },
    { now },
  );
}

export const billingSignIn = (message?: string): string => signIn.render({ message });

/** Size of the chart, in pixels. */
const chart = { height: 120, step: 20, bar: 14 } as const;

function drawBars(days: UsageReport['daily_usage']) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  return days.map(({ date, count }, index) => {
    // A day with one PDF stays visible beside a day with thousands.
    const height = count === 0 ? 0 : Math.max(2, Math.round((count / most) * chart.height));
    return { date, count, x: index * chart.step, y: chart.height - height, height, width: chart.bar };
  });
}

const page = compile(
  `{% extends 'frame' %}
{% block title %}Billing – {{ team }}{% endblock %}
{% block content %}
<h1>{{ team }}</h1>
<p class="plan">Plan: <strong>{{ usage.plan }}</strong></p>

<section>
  <h2>This month</h2>
  <div class="figure">{{ usage.current_month_usage|number_format }} <small>{% if hasQuota %}of {{ usage.quota_limit|number_format }} PDFs{% else %}PDFs, no limit{% endif %}</small></div>
  {% if hasQuota %}
  {% set state = usage.quota_percentage >= 95 ? 'full' : (usage.quota_percentage >= 80 ? 'warn' : '') %}
  <progress class="{{ state }}" max="100" value="{{ usage.quota_percentage }}" aria-label="Share of the monthly quota">{{ usage.quota_percentage }} %</progress>
  <p class="soft">{{ usage.quota_percentage }} % of the monthly quota.{% if usage.overage_count %} {{ usage.overage_count|number_format }} beyond it, paid with prepaid credits.{% endif %} The quota resets on {{ resetsOn|date('j F Y', 'UTC') }} (UTC).</p>
  {% endif %}
</section>

<section>
  <h2>The last 31 days</h2>
  <svg viewBox="-10 0 634 140" role="img" aria-label="PDFs per day">
    <line x1="0" y1="120.5" x2="614" y2="120.5"/>
    {% for bar in bars %}<rect x="{{ bar.x }}" y="{{ bar.y }}" width="{{ bar.width }}" height="{{ bar.height }}" rx="2"><title>{{ bar.date }}: {{ bar.count|number_format }}</title></rect>
    {% if loop.index0 % 5 == 0 %}<text x="{{ bar.x + bar.width / 2 }}" y="136" text-anchor="middle">{{ bar.date|date('j M', 'UTC') }}</text>{% endif %}{% endfor %}
  </svg>
</section>

{% if hasQuota or usage.pack_credits %}
<section>
  <h2>Prepaid credits</h2>
  <div class="figure">{{ usage.pack_credits|number_format }} <small>left</small></div>
  <p class="soft">Beyond the monthly quota, each PDF uses one. They never expire.</p>
  {% if not usage.has_quota_remaining %}<p class="error">Quota and credits are used up: requests are rejected with 402 until there are more.</p>{% endif %}
  {% if shop %}<p>A pack of {{ pack.credits|number_format }} PDFs costs \${{ pack.usd }}.</p><p><a class="button" href="{{ shop }}" rel="noreferrer">Buy credits</a></p>
  {% else %}<p class="soft">The operator of this server can add a pack with <code>pdfapi admin credits add {{ team matches '/^[\\\\w.-]+$/' ? team : "'" ~ team ~ "'" }} {{ pack.credits }}</code></p>{% endif %}
</section>
{% endif %}
{% endblock %}`,
  { part: 'billing page', partials: { frame } },
);

const signIn = compile(
  `{% extends 'frame' %}
{% block title %}Billing{% endblock %}
{% block content %}
<h1>Billing</h1>
<p class="plan">Plan, usage and credits of a team.</p>
<section>
  <form method="post" action="/billing">
    <label for="token">API token of the team</label>
    <input id="token" name="token" type="password" autocomplete="off" required autofocus>
    {% if message %}<p class="error" role="alert">{{ message }}</p>{% endif %}
    <button>Show</button>
  </form>
</section>
{% endblock %}`,
  { part: 'billing page', partials: { frame } },
);
