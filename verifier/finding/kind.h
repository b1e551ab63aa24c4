// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words in capitals before a finding, where those of its concern (finding.cpp) are not exact enough.

namespace casebook::kind {

inline constexpr const char* not_used = "NOT USED";          // nothing uses it
inline constexpr const char* stated_twice = "STATED TWICE";  // two places say the same
inline constexpr const char* stated_differently =
    "STATED TWICE, DIFFERENTLY";                                   // two places say different things
inline constexpr const char* almost_the_same = "ALMOST THE SAME";  // two tables differ in few lines
inline constexpr const char* open_question = "OPEN QUESTION";      // the rulebook leaves it open
inline constexpr const char* unasked = "UNASKED";                  // no mark asks, and the answer matters
inline constexpr const char* supplied = "SUPPLIED";                // the encoder added to the text
inline constexpr const char* does_not_end = "DOES NOT END";        // games that do not end
inline constexpr const char* never_seen = "NEVER SEEN";            // no game shows it
inline constexpr const char* not_as_printed = "CANNOT BE DONE AS PRINTED";  // the data do not fit a case
inline constexpr const char* occupied =
    "OCCUPIED AT THE START";                                 // an entry hex that is occupied at the start
inline constexpr const char* not_attested = "NOT ATTESTED";  // no source states it
inline constexpr const char* permitted_twice = "PERMITTED TWICE";  // two cases permit the same
inline constexpr const char* helps_and_harms = "HELPS AND HARMS";  // a special line that does both
inline constexpr const char* order_matters = "ORDER MATTERS";      // simultaneous things whose order matters
inline constexpr const char* has_no_value = "HAS NO VALUE";   // play needs a value that the rules do not give
inline constexpr const char* at_limit = "LIMIT OF CASEBOOK";  // the rules go on there, and Casebook cannot
inline constexpr const char* does_not_hold = "DOES NOT HOLD";  // a claim, an invariant or a set-up that fails
inline constexpr const char* may_not_hold =
    "MAY NOT HOLD";  // an invariant that only generated positions break
inline constexpr const char* does_not_apply = "DOES NOT APPLY";  // a claim that says nothing of this scenario
inline constexpr const char* not_always =
    "NOT ALWAYS";  // it holds as played, and not under every answer or option

}  // namespace casebook::kind
