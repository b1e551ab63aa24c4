// SPDX-License-Identifier: Apache-2.0
// Where facts of the map come from: a list of sources, each of which can be shown over the map by itself,
// made and changed.
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>
#include <QVBoxLayout>
#include <set>

#include "editor/window/panels/panels.h"
#include "editor/window/shared/sources.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class SourcesPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::SourcesPanel)

 public:
  SourcesPanel(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::content | Topic::rules | Topic::shown, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    show_ = new QCheckBox(tr("Sho&w over the map"));
    layout->addWidget(show_);
    auto* of_label = new QLabel(tr("Facts &of"));
    of_ = new QComboBox;
    of_->setAccessibleName(tr("Facts of which attribute"));
    of_label->setBuddy(of_);
    layout->addWidget(of_label);
    layout->addWidget(of_);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Where facts of the map come from"));
    list_->setWordWrap(true);
    layout->addWidget(list_, 1);
    why_ = new QLabel;
    why_->setWordWrap(true);
    why_->setAccessibleName(tr("What the source is"));
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(why_);
    auto* fresh = new QPushButton(tr("&New..."));
    fresh->setObjectName("newSource");
    change_ = new QPushButton(tr("&Change..."));
    remove_ = new QPushButton(tr("Re&move"));
    auto* buttons = new QGridLayout;
    buttons->addWidget(fresh, 0, 0);
    buttons->addWidget(change_, 0, 1);
    buttons->addWidget(remove_, 1, 0);
    layout->addLayout(buttons);

    later_ = new QTimer(this);
    later_->setSingleShot(true);
    later_->setInterval(200);
    connect(later_, &QTimer::timeout, this, [this] { fill(); });
    connect(show_, &QCheckBox::toggled, this, [this] { take(); });
    connect(of_, &QComboBox::activated, this, [this] { take(); });
    connect(list_, &QListWidget::currentRowChanged, this, [this] {
      if (!filling_) {
        filling_ = true;
        show_->setChecked(true);
        filling_ = false;
      }
      take();
    });
    connect(fresh, &QPushButton::clicked, this, [this] { edit({}); });
    connect(change_, &QPushButton::clicked, this, [this] {
      if (const board::Provenance* one = chosen()) edit(*one);
    });
    connect(remove_, &QPushButton::clicked, this, [this] {
      if (const board::Provenance* one = chosen())
        desk_.execute(editor::RemoveProvenance{desk_.map_file(), std::string(one->name)});
    });
  }

 protected:
  void refresh(unsigned topics) override {
    // Counting looks at the whole map: after a stroke it waits until the hand rests.
    if ((topics & ~static_cast<unsigned>(Topic::content)) == 0)
      later_->start();
    else
      fill();
  }

 private:
  void fill() {
    filling_ = true;
    const Desk::Shown& shown = desk_.shown();
    show_->setChecked(!shown.provenance.empty());
    if (!shown.provenance.empty()) wanted_ = shown.provenance;
    of_->clear();
    of_->addItem(tr("everything"), QString());
    const board::HexMap* map = desk_.map();
    if (map != nullptr) {
      std::set<std::string> attributes;
      for (const SourcedFact& fact : sourced_facts(*map, {}, "*")) attributes.insert(fact.attribute);
      for (const std::string& one : attributes) of_->addItem(spoken(one), words(one));
    }
    of_->setCurrentIndex(std::max(0, of_->findData(words(shown.provenance_of))));
    list_->clear();
    if (map != nullptr) {
      const std::vector<size_t> counts = facts_by_source(*map, shown.provenance_of);
      size_t all = 0;
      for (const size_t count : counts) all += count;
      add(tr("All sources"), "*", all);
      for (size_t i = 0; i < map->provenances.all.size(); ++i) {
        const board::Provenance& one = map->provenances.all[i];
        add((one.attested ? tr("A  %1") : tr("R  %1")).arg(spoken(one.name)), one.name, counts[i]);
      }
      add(tr("?  Nothing is said"), "?", counts.back());
    }
    filling_ = false;
    tell();
  }

  void add(const QString& text, const std::string& name, size_t count) {
    auto* item = new QListWidgetItem(tr("%1 (%2)").arg(text).arg(count), list_);
    item->setData(Qt::UserRole, words(name));
    if (name == wanted_) list_->setCurrentItem(item);
  }
  const board::Provenance* chosen() const {
    if (desk_.map() == nullptr || list_->currentItem() == nullptr) return nullptr;
    const std::string name = list_->currentItem()->data(Qt::UserRole).toString().toStdString();
    for (const board::Provenance& one : desk_.map()->provenances.all)
      if (one.name == name) return &one;
    return nullptr;
  }

  void tell() {
    const board::Provenance* one = chosen();
    change_->setEnabled(one != nullptr && desk_.map_writable());
    remove_->setEnabled(one != nullptr && desk_.map_writable());
    why_->setText(one == nullptr  ? tr("Solid: attested. Hatched: reconstructed. Dotted: nobody said.")
                  : one->attested ? tr("Attested by %1").arg(words(one->source + " " + one->case_label))
                                  : tr("Reconstructed: %1").arg(words(one->why)));
  }

  void take() {
    if (filling_) return;
    if (list_->currentItem() != nullptr)
      wanted_ = list_->currentItem()->data(Qt::UserRole).toString().toStdString();
    Desk::Shown shown = desk_.shown();
    shown.provenance = show_->isChecked() ? wanted_ : std::string();
    shown.provenance_of = of_->currentData().toString().toStdString();
    desk_.set_shown(shown);
    tell();
  }

  void edit(const board::Provenance& before) {
    const std::string old = before.name;
    QDialog dialog(this);
    dialog.setObjectName("source");
    dialog.setWindowTitle(old.empty() ? tr("A new source of facts") : tr("Source %1").arg(words(old)));
    auto* form = new QFormLayout(&dialog);
    auto* name = new QLineEdit(words(old));
    name->setObjectName("name");
    auto* attested = new QRadioButton(tr("&Attested: a publication says so"));
    attested->setObjectName("attested");
    auto* reconstructed = new QRadioButton(tr("&Reconstructed: nothing printed says so"));
    reconstructed->setObjectName("reconstructed");
    (before.attested ? attested : reconstructed)->setChecked(true);
    auto* source = new QLineEdit(words(before.source));
    source->setObjectName("source");
    auto* label = new QLineEdit(words(before.case_label));
    label->setObjectName("case");
    auto* why = new QLineEdit(words(before.why));
    why->setObjectName("why");
    why->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    form->addRow(tr("&Name"), name);
    form->addRow(attested);
    form->addRow(tr("&Publication"), source);
    form->addRow(tr("&Case"), label);
    form->addRow(reconstructed);
    form->addRow(tr("&Why so"), why);
    auto* missing = new QLabel;
    missing->setWordWrap(true);
    missing->setAccessibleName(tr("What is missing"));
    form->addRow(missing);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    const auto enable = [&] {
      const auto said = [](const QLineEdit* field) { return !field->text().trimmed().isEmpty(); };
      missing->setText(!said(name) ? tr("It has a name.")
                       : attested->isChecked() && !(said(source) && said(label))
                           ? tr("What is attested names a publication and its case.")
                       : reconstructed->isChecked() && !said(why)
                           ? tr("What is reconstructed says why it is so.")
                           : QString());
      buttons->button(QDialogButtonBox::Ok)->setEnabled(missing->text().isEmpty());
      source->setEnabled(attested->isChecked());
      label->setEnabled(attested->isChecked());
      why->setEnabled(reconstructed->isChecked());
    };
    connect(attested, &QRadioButton::toggled, &dialog, enable);
    for (QLineEdit* field : {name, source, label, why})
      connect(field, &QLineEdit::textChanged, &dialog, enable);
    enable();
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted) return;
    std::string to = name->text().trimmed().replace(' ', '_').toStdString();
    const std::string file = desk_.map_file();
    editor::Several all{"where facts come from: " + to, {}};
    if (!old.empty() && to != old) all.commands.push_back(editor::RenameProvenance{file, old, to});
    if (attested->isChecked())
      all.commands.push_back(editor::DefineProvenance{
          file, to, source->text().trimmed().toStdString(), label->text().trimmed().toStdString(), {}});
    else
      all.commands.push_back(editor::DefineProvenance{file, to, {}, {}, why->text().trimmed().toStdString()});
    if (desk_.execute(all) && desk_.shown().provenance == old && !old.empty()) {
      Desk::Shown shown = desk_.shown();
      shown.provenance = to;
      desk_.set_shown(shown);
    }
  }

  QCheckBox* show_;
  QComboBox* of_;
  QListWidget* list_;
  QLabel* why_;
  QPushButton *change_, *remove_;
  QTimer* later_;
  std::string wanted_ = "*";
  bool filling_ = false;
};

}  // namespace

Panel* make_sources_panel(Desk& desk, QWidget* parent) {
  return new SourcesPanel(desk, parent);
}

}  // namespace casebook::window
