// SPDX-License-Identifier: Apache-2.0
// Formulas and the solver by themselves: what is simplified is what it was, and Z3 means by a formula what
// its value under an assignment says.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include "engine/base/random.h"
#include "verifier/symbolic/formula/solver.h"

namespace casebook::symbolic {
namespace {

TEST(Formula, OneOfTwoValuesIsABoolean) {
  Formula formula;
  const Ref side = formula.number_variable("side", 0, 1);
  const Ref other = formula.subtract(formula.number(1), side);
  EXPECT_EQ(formula.equal(side, formula.number(0)), formula.not_(formula.equal(side, formula.number(1))));
  EXPECT_EQ(formula.equal(other, formula.number(0)), formula.equal(side, formula.number(1)));
  EXPECT_EQ(formula.or_(formula.equal(side, formula.number(0)), formula.equal(side, formula.number(1))), yes);
  const Ref triple = formula.multiply(formula.number_variable("n", 0, 9), formula.number(3));
  EXPECT_EQ(formula.equal(triple, formula.number(4)), no);
}

TEST(Formula, AChoiceBetweenANumberAndNothingIsNeverMoreThanTheNumber) {
  Formula formula;
  const Ref due = formula.number_variable("due", 0, 9), condition = formula.boolean_variable("by");
  EXPECT_EQ(formula.less_equal(formula.choose(condition, due, formula.number(0)), due), yes);
  EXPECT_EQ(formula.less_equal(due, formula.choose(condition, due, formula.number(9))), yes);
}

// A formula made at random, with a function that computes it plainly, without any simplification.
struct Made {
  Ref ref = no;
  std::function<int64_t(const Assignment&)> plain;
};

class Maker {
 public:
  Maker(Formula& formula, uint64_t seed) : formula_(formula), random_(seed, 1) {
    for (int i = 0; i < 3; ++i) {
      bools_.push_back(formula.boolean_variable("b"));
      numbers_.push_back(
          formula.number_variable("n", -static_cast<int64_t>(random_.below(6)), 1 + random_.below(12)));
    }
  }

  Made number(int depth) {
    const uint32_t what = depth == 0 ? random_.below(2) : random_.below(10);
    const auto sub = [&] { return number(depth - 1); };
    switch (what) {
      case 0: {
        const int64_t value = static_cast<int64_t>(random_.below(19)) - 9;
        return {formula_.number(value), [value](const Assignment&) { return value; }};
      }
      case 1: {
        const Ref variable = numbers_[random_.below(3)];
        const auto index = static_cast<size_t>(formula_.node(variable).payload);
        return {variable, [index](const Assignment& a) { return a[index]; }};
      }
      case 2: {
        const Made a = sub(), b = sub();
        return {formula_.add(a.ref, b.ref), [a, b](const Assignment& x) { return a.plain(x) + b.plain(x); }};
      }
      case 3: {
        const Made a = sub(), b = sub();
        return {formula_.multiply(a.ref, b.ref),
                [a, b](const Assignment& x) { return a.plain(x) * b.plain(x); }};
      }
      case 4: {
        const Made c = boolean(depth - 1), a = sub(), b = sub();
        return {formula_.choose(c.ref, a.ref, b.ref),
                [a, b, c](const Assignment& x) { return c.plain(x) != 0 ? a.plain(x) : b.plain(x); }};
      }
      case 5: {
        const Made a = sub();
        const int64_t by = 1 + random_.below(5);
        return {formula_.divide(a.ref, formula_.number(by)), [a, by](const Assignment& x) {
                  const int64_t of = a.plain(x);
                  return of >= 0 ? of / by : -((-of + by - 1) / by);
                }};
      }
      case 6: {  // by a variable above 0
        const Made a = sub();
        const Ref variable = formula_.number_variable("by", 1, 40);
        const auto index = static_cast<size_t>(formula_.node(variable).payload);
        return {formula_.divide(a.ref, variable), [a, index](const Assignment& x) {
                  const int64_t of = a.plain(x), by = x[index];
                  return of >= 0 ? of / by : -((-of + by - 1) / by);
                }};
      }
      case 7: {
        const Made a = sub(), b = sub();
        return {formula_.minimum(a.ref, b.ref),
                [a, b](const Assignment& x) { return std::min(a.plain(x), b.plain(x)); }};
      }
      case 8: {
        const Made a = boolean(depth - 1), b = boolean(depth - 1), c = boolean(depth - 1);
        return {formula_.count({a.ref, b.ref, c.ref}),
                [a, b, c](const Assignment& x) { return a.plain(x) + b.plain(x) + c.plain(x); }};
      }
      default: {
        const Ref index = formula_.number_variable("i", 0, 20);
        const auto which = static_cast<size_t>(formula_.node(index).payload);
        const auto salt = static_cast<int64_t>(random_.below(7));
        const auto leaf = [salt](int64_t i) { return (i * i + salt) % 7 - 2; };
        return {formula_.lookup(index, [&](int64_t i) { return formula_.number(leaf(i)); }),
                [which, leaf](const Assignment& x) { return leaf(x[which]); }};
      }
    }
  }

  Made boolean(int depth) {
    const uint32_t what = depth == 0 ? random_.below(2) : random_.below(8);
    switch (what) {
      case 0: {
        const bool value = random_.below(2) == 0;
        return {Formula::truth(value), [value](const Assignment&) { return value ? 1 : 0; }};
      }
      case 1: {
        const Ref variable = bools_[random_.below(3)];
        const auto index = static_cast<size_t>(formula_.node(variable).payload);
        return {variable, [index](const Assignment& a) { return a[index]; }};
      }
      case 2: {
        const Made a = boolean(depth - 1);
        return {formula_.not_(a.ref), [a](const Assignment& x) { return a.plain(x) == 0 ? 1 : 0; }};
      }
      case 3: {
        const Made a = boolean(depth - 1), b = boolean(depth - 1);
        return {formula_.and_(a.ref, b.ref),
                [a, b](const Assignment& x) { return a.plain(x) != 0 && b.plain(x) != 0 ? 1 : 0; }};
      }
      case 4: {
        const Made a = boolean(depth - 1), b = boolean(depth - 1);
        return {formula_.or_(a.ref, b.ref),
                [a, b](const Assignment& x) { return a.plain(x) != 0 || b.plain(x) != 0 ? 1 : 0; }};
      }
      case 5: {
        const Made a = number(depth - 1), b = number(depth - 1);
        return {formula_.equal(a.ref, b.ref),
                [a, b](const Assignment& x) { return a.plain(x) == b.plain(x) ? 1 : 0; }};
      }
      case 6: {
        const Made c = boolean(depth - 1), a = boolean(depth - 1), b = boolean(depth - 1);
        return {formula_.choose(c.ref, a.ref, b.ref),
                [a, b, c](const Assignment& x) { return c.plain(x) != 0 ? a.plain(x) : b.plain(x); }};
      }
      default: {
        const Made a = number(depth - 1), b = number(depth - 1);
        return {formula_.less_equal(a.ref, b.ref),
                [a, b](const Assignment& x) { return a.plain(x) <= b.plain(x) ? 1 : 0; }};
      }
    }
  }

  Random& random() { return random_; }

 private:
  Formula& formula_;
  Random random_;
  std::vector<Ref> bools_, numbers_;
};

TEST(Formula, MeansAfterSimplifyingWhatItMeantBefore) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Formula formula;
    Maker maker(formula, seed);
    const Made made = seed % 2 == 0 ? maker.number(4) : maker.boolean(4);
    for (int i = 0; i < 20; ++i) {
      Assignment assignment;
      for (const Variable& variable : formula.variables())
        assignment.push_back(variable.low + static_cast<int64_t>(maker.random().below(
                                                static_cast<uint32_t>(variable.high - variable.low + 1))));
      const int64_t value = formula.value(made.ref, assignment);
      ASSERT_EQ(value, made.plain(assignment)) << "seed " << seed;
      EXPECT_GE(value, formula.node(made.ref).low);
      EXPECT_LE(value, formula.node(made.ref).high);
    }
  }
}

// A model has the value that was asked for, and where there is none nobody finds one by chance either.
TEST(Solver, MeansByAFormulaWhatItsValueSays) {
  int models = 0, none = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    Formula formula;
    Maker maker(formula, seed);
    const Made made = maker.number(4);
    const Made other = maker.number(3);
    const Ref wanted = formula.and_(formula.less_equal(other.ref, made.ref), maker.boolean(3).ref);
    Solver solver(formula);
    solver.add(wanted);
    const Answer answer = solver.ask({});
    ASSERT_NE(answer, Answer::unknown) << solver.why_unknown();
    if (answer == Answer::satisfiable) {
      ++models;
      EXPECT_EQ(formula.value(wanted, solver.model()), 1) << "seed " << seed;
      continue;
    }
    ++none;
    for (int i = 0; i < 200; ++i) {
      Assignment assignment;
      for (const Variable& variable : formula.variables())
        assignment.push_back(variable.low + static_cast<int64_t>(maker.random().below(
                                                static_cast<uint32_t>(variable.high - variable.low + 1))));
      ASSERT_EQ(formula.value(wanted, assignment), 0) << "seed " << seed;
    }
  }
  EXPECT_GT(models, 40);
  EXPECT_GT(none, 15);
}

TEST(Solver, NamesTheFactsThatItNeeded) {
  Formula formula;
  const Ref x = formula.number_variable("x", 0, 100), y = formula.number_variable("y", 0, 100);
  Solver solver(formula);
  solver.add_named(formula.less(x, formula.number(5)), 1);
  solver.add_named(formula.less(y, formula.number(9)), 2);
  solver.add_named(formula.less(formula.number(7), x), 3);
  EXPECT_EQ(solver.ask({}, {1, 2}), Answer::satisfiable);
  EXPECT_LT(solver.model()[0], 5);
  EXPECT_EQ(solver.ask({}, {1, 2, 3}), Answer::unsatisfiable);
  EXPECT_EQ(solver.core(), (std::vector<int32_t>{1, 3}));
  EXPECT_NE(solver.smt_lib().find("bvsle"), std::string::npos);
}

TEST(Solver, SaysUnknownWhenItsResourcesAreSpent) {
  Formula formula;
  // A product of two unknown numbers that is a prime.
  const Ref x = formula.number_variable("x", 2, 1 << 20), y = formula.number_variable("y", 2, 1 << 20);
  Solver solver(formula, {20'000});
  solver.add(formula.equal(formula.multiply(x, y), formula.number(1'000'000'007)));
  EXPECT_EQ(solver.ask({}), Answer::unknown);
  EXPECT_NE(solver.why_unknown(), "");
}

std::atomic<int> signals_heard = 0;

// The library can catch Ctrl-C itself while it works, and then nobody else hears of it.
TEST(Solver, LeavesSignalsToTheProgram) {
  struct sigaction mine {
  }, before{};
  mine.sa_handler = [](int) { ++signals_heard; };
  sigemptyset(&mine.sa_mask);
  sigaction(SIGINT, &mine, &before);
  Formula formula;
  const Ref x = formula.number_variable("x", 2, 1 << 20), y = formula.number_variable("y", 2, 1 << 20);
  Solver solver(formula, {200'000});
  solver.add(formula.equal(formula.multiply(x, y), formula.number(1'000'000'007)));
  std::atomic<bool> done = false;
  int sent = 0;
  std::thread sender([&] {
    for (; !done || sent == 0; ++sent) {
      ::kill(::getpid(), SIGINT);
      // One that waits to be heard swallows the next.
      while (signals_heard <= sent && !done) std::this_thread::yield();
    }
  });
  EXPECT_EQ(solver.ask({}), Answer::unknown);
  done = true;
  sender.join();
  sigaction(SIGINT, &before, nullptr);
  EXPECT_GE(signals_heard.load(), sent - 1);
  EXPECT_GT(signals_heard.load(), 1);
}

TEST(Formula, RefusesToGrowWithoutBound) {
  Formula formula(100);
  Ref sum = formula.number_variable("x", 0, 9);
  EXPECT_THROW(
      {
        for (int i = 0; i < 200; ++i) sum = formula.add(sum, formula.number_variable("y", 0, 9));
      },
      TooLarge);
}

}  // namespace
}  // namespace casebook::symbolic
