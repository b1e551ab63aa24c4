// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/fact_row.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

struct FactRowTexts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Inspector)
};

}  // namespace

void add_fact_row(Desk& desk, QFormLayout& form, const editor::Attribute& attribute, const CommonFact& common,
                  const board::Provenances& provenances, bool writable,
                  std::function<bool(const std::optional<board::DataValue>&)> changed,
                  std::function<void(const std::string&)> sourced, const std::string& other) {
  auto* label = new QLabel(spoken(attribute.name));
  QString tip = words(attribute.case_label) + " " + words(attribute.case_title);
  if (!attribute.phrase.empty()) tip += "\n" + words(attribute.phrase);
  tip += "\n" + type_text(attribute.type);
  label->setToolTip(tip.trimmed());
  label->setWordWrap(true);
  QWidget* editor = make_value_editor(
      attribute.type, desk,
      {common.several ? std::string() : common.text, common.several, attribute.fallback, other},
      spoken(attribute.name),
      [&desk, name = attribute.name, type = attribute.type,
       changed = std::move(changed)](const std::string& written) {
        std::optional<board::DataValue> value;
        return read_value(desk, name, type, written, value) && changed(value);
      });
  editor->setEnabled(writable);
  label->setBuddy(editor);
  auto* holder = new QWidget;
  auto* line = new QHBoxLayout(holder);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  line->addWidget(editor, 3);
  if (!common.text.empty() && !common.several && !provenances.all.empty()) {
    // A letter, so that it stands in one width beside every value; its menu and its tip have the words.
    const board::Provenance* now =
        common.provenance >= 0 ? &provenances.all[static_cast<size_t>(common.provenance)] : nullptr;
    auto* source = new QToolButton;
    source->setAccessibleName(FactRowTexts::tr("Source of %1").arg(spoken(attribute.name)));
    source->setText(common.provenance_several ? FactRowTexts::tr("...")
                    : now == nullptr          ? FactRowTexts::tr("?")
                    : now->attested           ? FactRowTexts::tr("A")
                                              : FactRowTexts::tr("R"));
    source->setToolTip(common.provenance_several ? FactRowTexts::tr("Several sources")
                       : now == nullptr          ? FactRowTexts::tr("No source given")
                       : now->attested
                           ? FactRowTexts::tr("Attested: %1").arg(words(now->source + " " + now->case_label))
                           : FactRowTexts::tr("Reconstructed: %1").arg(words(now->why)));
    source->setPopupMode(QToolButton::InstantPopup);
    source->setEnabled(writable);
    auto* menu = new QMenu(source);
    menu->addAction(FactRowTexts::tr("No source"), source, [sourced] { sourced({}); });
    for (const board::Provenance& one : provenances.all) {
      QAction* action =
          menu->addAction(spoken(one.name) + (one.attested ? FactRowTexts::tr(" (attested)")
                                                           : FactRowTexts::tr(" (reconstructed)")),
                          source, [sourced, name = one.name] { sourced(name); });
      action->setCheckable(true);
      action->setChecked(now == &one && !common.provenance_several);
    }
    source->setMenu(menu);
    line->addWidget(source);
  }
  form.addRow(label, holder);
}

}  // namespace casebook::window
