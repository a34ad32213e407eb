import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { HostNamespace } from './host-names.ts';

/** Completes the names of the host's functions in a program: all that it can call. */
export function completeHost(namespaces: () => readonly HostNamespace[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const member = context.matchBefore(/\b[\w$]+\.[\w$]*/);
    if (member) {
      const [global = '', typed = ''] = member.text.split('.');
      const namespace = namespaces().find((each) => each.global === global);
      if (namespace)
        return { from: member.to - typed.length, options: membersOf(namespace), validFor: /^[\w$]*$/ };
    }
    const word = context.matchBefore(/[\w$]+/);
    if (!word && !context.explicit) return null;
    if (context.matchBefore(/\.[\w$]*/)) return null;
    return {
      from: word?.from ?? context.pos,
      options: namespaces().flatMap(globalsOf),
      validFor: /^[\w$]*$/,
    };
  };
}

function membersOf({ global, members }: HostNamespace): Completion[] {
  return members.map(({ name, parameters }) => ({
    label: name,
    type: 'method',
    detail: parameters || '()',
    info: `${global}.${name}: a function of the host`,
  }));
}

function globalsOf({ global, errorClass }: HostNamespace): Completion[] {
  const options: Completion[] = [{ label: global, type: 'namespace', detail: 'host functions' }];
  if (errorClass !== undefined) options.push({ label: errorClass, type: 'class', detail: 'what they throw' });
  return options;
}
