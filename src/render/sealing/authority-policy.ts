/** Which hosts may be asked for what proves a signature: their addresses are in certificates that strangers may send. */
import { bracketed, type Endpoint } from '#browser/egress/endpoint';
import { createPolicy, type Policy, type PolicyRules } from '#browser/egress/policy';
import { EgressRefused } from '#browser/egress/refusal';

/** Where the addresses in certificates may lead. */
export type AuthorityReach =
  | {
      /** Where documents may go. */
      readonly kind: 'public';
      /** Exact `host` or `host:port` that may be asked although they are not public. */
      readonly allowHosts: readonly string[];
      /** A sentence for the errors of other hosts. */
      readonly remedy: (host: string) => string;
    }
  | {
      /** Wherever this machine may go. */
      readonly kind: 'machine';
      /** A host is asked that is not public. */
      readonly onPrivate: (host: string) => void;
    };

/** The network rules of documents for `public`; for `machine` everything, reporting what those would refuse. */
export function authorityPolicy(rules: PolicyRules, reach: AuthorityReach): Policy {
  return reach.kind === 'public'
    ? withRemedy(createPolicy(rules), reach.remedy)
    : withNotice(rules, reach.onPrivate);
}

function withRemedy(policy: Policy, remedy: (host: string) => string): Policy {
  const explain = (error: unknown, endpoint: Endpoint): unknown =>
    error instanceof EgressRefused ? new EgressRefused(`${error.message} ${remedy(shown(endpoint))}`) : error;
  return {
    inspect(endpoint) {
      try {
        policy.inspect(endpoint);
      } catch (error) {
        throw explain(error, endpoint);
      }
    },
    async admit(endpoint) {
      try {
        return await policy.admit(endpoint);
      } catch (error) {
        throw explain(error, endpoint);
      }
    },
  };
}

function withNotice(rules: PolicyRules, onPrivate: (host: string) => void): Policy {
  const open = createPolicy({ ...rules, allowed: () => true });
  return {
    inspect() {},
    async admit(endpoint) {
      const addresses = await open.admit(endpoint);
      if (rules.allowed(endpoint)) return addresses;
      try {
        const strict = createPolicy({ ...rules, ports: [endpoint.port], resolve: async () => addresses });
        await strict.admit(endpoint);
      } catch (error) {
        if (!(error instanceof EgressRefused)) throw error;
        onPrivate(shown(endpoint));
      }
      return addresses;
    },
  };
}

const shown = ({ host, port }: Endpoint): string => `${bracketed(host)}:${port}`;
