import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** A header has the optional fields of its height, and `ummRoot` is empty. */
export const form: Rule = {
  needs: "header",
  check({ header, rules }) {
    const { ummRoot, extension } = header;
    if (rules.ummRoot && ummRoot === undefined) return violation("form/umm-root-missing");
    if (!rules.ummRoot && ummRoot !== undefined) return violation("form/umm-root-early");
    if (ummRoot !== undefined && ummRoot.length > 0) {
      return violation("form/umm-root-not-empty", { found: ummRoot });
    }
    if (rules.headerExtension === (extension !== undefined)) return undefined;
    return violation(rules.headerExtension ? "form/extension-missing" : "form/extension-early");
  },
};
